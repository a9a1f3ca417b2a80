import assert from "node:assert/strict";
import { test } from "node:test";
import { allowedImage, webAddress } from "../../../components/reflex_thinking/client/addresses.js";

const PAGE = "https://app.example.com/chat?thread=1";
const CDN = ["https://cdn.example.com"];
const loads = (address, allowed = CDN) => allowedImage(address, allowed, PAGE);

test("an allowed origin is loaded from, however it is written", () => {
  for (const [address, loaded] of [
    ["https://cdn.example.com/a.png", "https://cdn.example.com/a.png"],
    ["https://cdn.example.com", "https://cdn.example.com/"],
    ["HTTPS://CDN.EXAMPLE.COM/A.png", "https://cdn.example.com/A.png"],
    ["https://cdn.example.com:443/a.png?x=1#y", "https://cdn.example.com/a.png?x=1#y"],
    ["https://cdn.example.com//evil.org/a.png", "https://cdn.example.com//evil.org/a.png"],
  ])
    assert.equal(loads(address), loaded, address);
});

test("what only looks like an allowed origin is not", () => {
  for (const address of [
    "https://cdn.example.com.evil.org/a.png",
    "https://cdn.example.comevil.org/a.png",
    "https://evil.org/https://cdn.example.com/a.png",
    "https://evil.org?https://cdn.example.com",
    "https://evil.org#https://cdn.example.com",
    "https://cdn.example.com@evil.org/a.png",
    "https://cdn.example.com:x@evil.org/a.png",
    "https://user@cdn.example.com/a.png",
    "https://user:secret@cdn.example.com/a.png",
    "https://evil.org\\@cdn.example.com/a.png",
    "https://cdn.example.com\\@evil.org/a.png",
    "https:\\\\cdn.example.com\\a.png",
    "https:/cdn.example.com/a.png",
    "https:cdn.example.com/a.png",
    "https:///cdn.example.com/a.png",
    "//cdn.example.com/a.png",
    "\\\\cdn.example.com/a.png",
    "/\\cdn.example.com/a.png",
    "http://cdn.example.com/a.png",
    "https://cdn.example.com:8443/a.png",
    "https://cdn.example.com./a.png",
    "https://sub.cdn.example.com/a.png",
    "https://cdn.exаmple.com/a.png", // a Cyrillic letter
    "https://cdn。example。com.evil.org/a.png",
    " https://cdn.example.com/a.png",
    "https://cdn.example.com/a.png ",
    "https://cdn.exam\tple.com/a.png",
    "ht\ntps://cdn.example.com/a.png",
    "javascript:alert(1)//https://cdn.example.com",
    "data:image/png;base64,aGk=",
    "blob:https://cdn.example.com/1",
    "ftp://cdn.example.com/a.png",
    "a.png",
    "",
    null,
    undefined,
    {},
  ])
    assert.equal(loads(address), null, String(address));
});

test("full-width dots are the dots that browsers make of them", () => {
  assert.equal(loads("https://cdn。example。com/a.png"), "https://cdn.example.com/a.png");
});

test("an international name is compared as browsers write it", () => {
  assert.equal(loads("https://bücher.example/a.png", ["https://BÜCHER.example"]), "https://xn--bcher-kva.example/a.png");
  assert.equal(loads("https://xn--bcher-kva.example/a.png", ["https://bücher.example"]), "https://xn--bcher-kva.example/a.png");
});

test("a path is compared by whole segments", () => {
  const allowed = ["https://cdn.example.com/images/", "https://other.example/a/b"];
  for (const address of ["https://cdn.example.com/images/a.png", "https://cdn.example.com/images/x/../a.png", "https://other.example/a/b", "https://other.example/a/b/c"])
    assert.ok(loads(address, allowed), address);
  for (const address of [
    "https://cdn.example.com/imagesevil/a.png",
    "https://cdn.example.com/images-evil/a.png",
    "https://cdn.example.com/images/../secret.png",
    "https://cdn.example.com/images/%2e%2e/secret.png",
    "https://cdn.example.com/images/..%2fsecret.png",
    "https://cdn.example.com/images/..%5csecret.png",
    "https://cdn.example.com/Images/a.png",
    "https://cdn.example.com/",
    "https://other.example/a/bc",
    "https://other.example/a",
  ])
    assert.equal(loads(address, allowed), null, address);
});

test("a path alone is one of the page's own origin", () => {
  assert.equal(loads("/uploads/a.png", ["/uploads"]), "https://app.example.com/uploads/a.png");
  assert.equal(loads("https://app.example.com/uploads/a.png", ["/uploads"]), "https://app.example.com/uploads/a.png");
  assert.equal(loads("/uploads/a.png", ["https://app.example.com"]), "https://app.example.com/uploads/a.png");
  for (const address of ["/api/logout", "/uploads/../api/logout", "//evil.org/uploads/a.png", "uploads/a.png", "/\\evil.org/uploads/a"])
    assert.equal(loads(address, ["/uploads"]), null, address);
  assert.equal(loads("/uploads/a.png", CDN), null);
});

test("nothing is allowed by an entry that is none, or by no entry at all", () => {
  for (const entry of ["", "*", "https://", "cdn.example.com", "//cdn.example.com", "https://*.example.com", "https://user@cdn.example.com"])
    assert.equal(loads("https://cdn.example.com/a.png", [entry]), null, entry);
  assert.equal(loads("https://cdn.example.com/a.png", []), null);
});

test("only plain web addresses are linked to", () => {
  assert.equal(webAddress("https://example.com/a b"), null);
  assert.equal(webAddress("https://example.com/a?b=c").href, "https://example.com/a?b=c");
  for (const address of ["javascript:alert(1)", "data:text/html,x", "//example.com", "https://a@b.example", "mailto:a@b.example", 3, null])
    assert.equal(webAddress(address), null, String(address));
});
