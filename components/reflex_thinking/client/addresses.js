// Addresses that a model or a tool names: which of them images may be loaded from. Pure: no React, no DOM.

const ABSOLUTE = /^https?:\/\/[^/]/i;
const TRICKS = /[\u0000-\u0020\u007f-\u009f\\]/;
const ENCODED = /%(?:2e|2f|5c)/i;

/** A web address, or null for anything else: other schemes, names and passwords in it, what browsers read in several ways. */
export function webAddress(/** @type {unknown} */ address) {
  if (typeof address !== "string" || !ABSOLUTE.test(address) || TRICKS.test(address)) return null;
  const url = parsed(address);
  return url && !url.username && !url.password ? url : null;
}

/**
 * Where an image is loaded from, or null when that is not allowed. What is compared is the origin (scheme, host and port), and
 * the path by whole segments.
 * @param {unknown} address
 * @param {string[]} allowed origins, each perhaps with the beginning of a path; a path alone is one of the page's own origin
 * @param {string} page the address of the page
 */
export function allowedImage(address, allowed, page) {
  if (typeof address !== "string" || !allowed.length) return null;
  const isOwnPath = /^\/(?!\/)/.test(address) && !TRICKS.test(address);
  const url = isOwnPath ? parsed(address, page) : webAddress(address);
  return url && allowed.some((entry) => allows(entry, url, page)) ? url.href : null;
}

function allows(entry, url, page) {
  const source = /^\/(?!\/)/.test(entry) ? parsed(entry, page) : webAddress(entry);
  if (!source || source.origin !== url.origin) return false;
  const folder = source.pathname.replace(/\/+$/, "");
  return !folder || (`${url.pathname}/`.startsWith(`${folder}/`) && !ENCODED.test(url.pathname));
}

function parsed(address, base) {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
