// Where images may be loaded from, for a part of the page, and what stands for one that is not loaded.
import { createContext, createElement as h, useContext, useState } from "react";
import { allowedImage, webAddress } from "./addresses.js";
import { useText } from "./language.js";
import "./media.css";

const NONE = [];
const ImagesContext = createContext(NONE);

/** Says for everything below it where images may be loaded from; without `allowed`, what is said around it. */
export function Images({ allowed, children }) {
  const inherited = useContext(ImagesContext);
  return h(ImagesContext.Provider, { value: allowed ?? inherited }, children);
}

/** What to load a remote image with: the props of its `<img>`, or null when it is not allowed or could not be loaded. */
export function useRemoteImage(address, own) {
  const inherited = useContext(ImagesContext);
  const [broken, setBroken] = useState("");
  const src = allowedImage(address, own ?? inherited, globalThis.location?.href);
  if (!src || broken === src) return null;
  return { src, loading: "lazy", decoding: "async", referrerPolicy: "no-referrer", onError: () => setBroken(src) };
}

/** The props of a link to another page that gets to know nothing of this one; null where there is no web address. */
export function linkProps(address) {
  const url = webAddress(address);
  return url && { href: url.href, target: "_blank", rel: "noopener noreferrer nofollow" };
}

/** An image in a text: loaded where that is allowed, else a link to it. */
export function InlineImage({ alt, address, images }) {
  const t = useText();
  const loaded = useRemoteImage(address, images);
  if (loaded) return h("img", { alt, ...loaded });
  const link = linkProps(address);
  return h(
    link ? "a" : "span",
    { ...link, className: "rxt-image-link", "data-slot": "image-blocked" },
    h("bdi", null, alt || t("ai.media.image")),
    link ? h("span", { className: "rxt-image-host" }, t("ai.media.blocked", { host: new URL(link.href).host })) : null,
  );
}
