// An image or a file of a message. What it is, is read from its bytes: only raster images are shown, everything else is
// offered as a download that no browser runs or renders.
import { createElement as h, memo, useContext, useEffect, useRef, useState } from "react";
import { linkProps, useRemoteImage } from "./images.js";
import { StringsContext, useText } from "./language.js";
import { bytesOf, fileName, rasterType, shortType } from "./model.js";
import { store } from "./store.js";
import { formatSize } from "./strings.js";

const NEAR = "600px"; // data is asked for when a part is so close to what is seen
const DOWNLOAD = "application/octet-stream";
const ICONS = {
  file: ["M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7Z", "M14 2v4a2 2 0 0 0 2 2h4", "M8 13h8", "M8 17h5"],
  image: ["M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Z", "M9 7a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z", "m21 15-3.1-3.1a2 2 0 0 0-2.8 0L6 21"],
  download: ["M12 15V3", "M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4", "m7 10 5 5 5-5"],
  external: ["M15 3h6v6", "M10 14 21 3", "M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6"],
};

function Icon({ name }) {
  const line = { fill: "none", stroke: "currentColor", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round" };
  return h("svg", { viewBox: "0 0 24 24", width: 18, height: 18, "aria-hidden": true, ...line }, ICONS[name].map((d) => h("path", { key: d, d })));
}

/** The address of data in this page, null without data, `""` for data that cannot be read. */
function useBlob(data, type) {
  const [made, setMade] = useState({ data: null, address: null });
  useEffect(() => {
    if (!data) return undefined;
    let address = "";
    try {
      address = URL.createObjectURL(new Blob([bytesOf(data)], { type }));
    } catch {
      // it is not base64
    }
    setMade({ data, address });
    return () => URL.revokeObjectURL(address);
  }, [data, type]);
  return data ? made.address : null;
}

/** Asks for the data of a part that was sent without it, once the element is near. */
function useData(part, messageId) {
  const element = useRef(null);
  const missing = Boolean(part.outline);
  useEffect(() => {
    if (!missing || !messageId || !element.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && store.want(messageId),
      { rootMargin: NEAR },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [missing, messageId]);
  return element;
}

/** An image or a file. `messageId` is the message it is part of; `images`, where images may be loaded from. */
export const MediaPart = memo(function MediaPart({ part, messageId, images, className = "", ...rest }) {
  const element = useData(part, messageId);
  const props = { ...rest, ref: element, className: `rxt-media rxt-scope ${className}`.trim(), "data-part-id": part.id };
  const isShown = part.type === "image" && !part.omitted && (part.url || part.outline || rasterType(part.data));
  if (!isShown) return h(FileCard, { part, props });
  return part.url ? h(RemoteImage, { part, images, props }) : h(LocalImage, { part, props });
});

function RemoteImage({ part, images, props }) {
  const loaded = useRemoteImage(part.url, images);
  return loaded ? h(Figure, { part, props, image: loaded, link: linkProps(loaded.src) }) : h(LinkCard, { part, props });
}

function LocalImage({ part, props }) {
  const [broken, setBroken] = useState(null);
  const src = useBlob(part.data, rasterType(part.data) ?? DOWNLOAD);
  if (src === "" || (broken && broken === part.data)) return h(FileCard, { part, props });
  const image = src && { src, decoding: "async", onError: () => setBroken(part.data) };
  return h(Figure, { part, props, image, link: src && { href: src, target: "_blank", rel: "noopener noreferrer" } });
}

/** The image, in the space that was kept for it. */
function Figure({ part, props, image, link }) {
  const t = useText();
  const { width, height } = part;
  const alt = part.alt || (part.name && fileName(part.name)) || t("ai.media.image");
  const space = width && height ? { "--_width": `${width}px`, "--_ratio": width / height } : undefined;
  const picture = image ? h("img", { ...image, alt, dir: "auto", className: "rxt-picture", draggable: false }) : h("span", { className: "rxt-picture", "data-state": "loading" });
  return h(
    "figure",
    { ...props, className: `${props.className} rxt-figure`, style: { ...props.style, ...space }, "data-slot": "message-image", "data-sized": space ? "" : undefined, "data-partial": part.partial || undefined },
    link ? h("a", { ...link, className: "rxt-image-open", title: t("ai.media.open"), "data-slot": "image-open" }, picture) : picture,
    part.partial ? h("figcaption", { className: "rxt-image-partial" }, t("ai.media.partial")) : null,
  );
}

/** What stands for an image that is not loaded: what it shows, where it is, and a link there. */
function LinkCard({ part, props }) {
  const t = useText();
  const link = linkProps(part.url);
  const title = part.alt || (part.name && fileName(part.name)) || t("ai.media.image");
  return h(Card, {
    props: { ...props, "data-slot": "message-image", "data-blocked": "" },
    icon: "image",
    title,
    facts: [link ? t("ai.media.blocked", { host: new URL(link.href).host }) : t("ai.media.unreadable")],
    action: link && { ...link, "aria-label": `${t("ai.media.open")}: ${title}`, "data-slot": "image-open" },
    sign: "external",
  });
}

/** A file, or an image that cannot be shown. */
function FileCard({ part, props }) {
  const t = useText();
  const strings = useContext(StringsContext);
  const isImage = part.type === "image";
  const name = part.name ? fileName(part.name) : "";
  const title = (isImage ? part.alt || name : name || part.alt) || t(isImage ? "ai.media.image" : "ai.media.file");
  const saved = useBlob(part.data, DOWNLOAD);
  const link = linkProps(part.url);
  const kind = shortType(part);
  const facts = [kind.toUpperCase(), Number.isFinite(part.size) ? formatSize(strings, part.size) : "", noteOf(t, part, link, saved)];
  const label = t("ai.media.download_named", { name: title });
  const save = saved && { href: saved, download: name || (kind ? `${part.type}.${kind}` : part.type), rel: "noopener", "aria-label": label, title: t("ai.media.download") };
  const action = save || (link && { ...link, "aria-label": label, title: t("ai.media.download") });
  return h(Card, {
    props: { ...props, "data-slot": isImage ? "message-image" : "message-file", "data-omitted": part.omitted },
    icon: isImage ? "image" : "file",
    title,
    facts: facts.filter(Boolean),
    action: action && { ...action, "data-slot": "file-download" },
    sign: save ? "download" : "external",
  });
}

function noteOf(t, part, link, saved) {
  if (part.omitted) return t(`ai.media.${part.omitted === "too_large" ? "too_large" : "unreadable"}`);
  if (part.data) return part.type === "image" || saved === "" ? t("ai.media.unreadable") : "";
  if (part.outline) return "";
  if (part.url && !link) return t("ai.media.unreadable");
  return link ? new URL(link.href).host : t("ai.media.kept");
}

function Card({ props, icon, title, facts, action, sign }) {
  // Each fact may run against the page, so that none takes the place of another.
  const notes = facts.flatMap((fact, index) => [index ? " · " : "", h("bdi", { key: fact }, fact)]);
  return h(
    "div",
    { ...props, className: `${props.className} rxt-card` },
    h("span", { className: "rxt-card-icon" }, h(Icon, { name: icon })),
    h("span", { className: "rxt-card-text" }, h("span", { className: "rxt-card-title", dir: "auto" }, title), notes.length ? h("span", { className: "rxt-card-note" }, notes) : null),
    action ? h("a", { ...action, className: "rxt-card-action" }, h(Icon, { name: sign })) : null,
  );
}
