// Replays deliveries through the real store: node patches.mjs FILE
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Store } from "../../../components/reflex_thinking/client/store.js";

for (const { patches, truth } of JSON.parse(readFileSync(process.argv[2], "utf-8"))) {
  const store = new Store();
  store.receive("owner", [{ t: "t", ids: ["m1"] }]);
  for (const patch of patches) store.receive("owner", patch);
  assert.deepEqual(store.message("m1") ?? { id: "m1", role: "assistant", status: "thinking", parts: [], blocks: [] }, truth);
}
