import assert from "node:assert/strict";
import { test } from "node:test";
import { Store, keyOf } from "../../../components/reflex_thinking/client/store.js";

const OWNER = "app.chat";
const START = [["n", 0, { id: "r", type: "reasoning", content: "", status: "thinking" }], ["b", 0, { id: "m:0", start: 0, end: 0 }]];

function started() {
  const store = new Store();
  store.receive(OWNER, [{ t: "t1", ids: ["u", "m"] }, { i: "u", s: 1, m: { id: "u", role: "user", status: "done", parts: [] } }]);
  store.receive(OWNER, [{ i: "m", n: 1, s: 0, m: { id: "m", role: "assistant", status: "thinking", parts: [], blocks: [] } }]);
  store.receive(OWNER, [[1, 0, 2, ...START, ["a", 0, "Hello"]]]);
  return store;
}

/** Say something; returns the ids under which it is said. */
function say(store, said) {
  let given = [];
  store.say(OWNER, said, (ids) => (given = ids));
  return given;
}

const content = (store) => store.message("m").parts[0].content;

test("patches build the message", () => {
  const store = started();
  assert.equal(store.receive(OWNER, [[1, 2, 3, " world", "!"]]), true);
  assert.equal(content(store), "Hello world!");
  assert.equal(store.running(OWNER), true);
  store.receive(OWNER, [[1, 5, 1, ["m", { status: "done" }]]]);
  assert.equal(store.running(OWNER), false);
});

test("what was delivered before changes nothing", () => {
  const store = started();
  const before = store.message("m");
  assert.equal(store.receive(OWNER, [[1, 0, 2, ...START, ["a", 0, "Hello"]]]), true);
  assert.equal(store.message("m"), before);
});

test("a gap is noticed and nothing is applied past it", () => {
  const store = started();
  assert.equal(store.receive(OWNER, [[1, 4, 1, "lost"]]), false);
  assert.equal(content(store), "Hello");
  assert.deepEqual(store.have(OWNER), { thread: "t1", seen: { u: -1, m: 2 } });
});

test("a patch that overlaps what is there is a gap too", () => {
  const store = started();
  assert.equal(store.receive(OWNER, [[1, 1, 4, "lo again"]]), false);
  assert.equal(content(store), "Hello");
});

test("a snapshot replaces only what is older", () => {
  const store = started();
  store.receive(OWNER, [{ i: "m", s: 1, m: { id: "m", status: "thinking", parts: [] } }]);
  assert.equal(content(store), "Hello");
  store.receive(OWNER, [{ i: "m", s: 9, m: { id: "m", status: "done", parts: [{ id: "r", type: "reasoning", content: "All" }] } }]);
  assert.equal(content(store), "All");
});

test("only the message that changes tells its listeners", () => {
  const store = started();
  const heard = [];
  store.subscribe("message:m", () => heard.push("m"));
  store.subscribe("message:u", () => heard.push("u"));
  store.receive(OWNER, [[1, 2, 1, "."]]);
  assert.deepEqual(heard, ["m"]);
});

test("what a patch does not touch keeps its identity", () => {
  const store = started();
  store.receive(OWNER, [[1, 2, 1, ["n", 1, { id: "t", type: "tool_call", content: "" }]]]);
  const [reasoning] = store.message("m").parts;
  store.receive(OWNER, [[1, 3, 1, ["s", 1, { status: "done" }]]]);
  assert.equal(store.message("m").parts[0], reasoning);
});

test("messages of a thread that is left are forgotten", () => {
  const store = started();
  store.receive(OWNER, [{ t: "t2", ids: ["x"] }]);
  assert.equal(store.message("m"), undefined);
  assert.deepEqual(store.thread(OWNER).ids, ["x"]);
});

test("two chats on a page do not touch each other", () => {
  const store = started();
  store.receive("app.other", [{ t: "t9", ids: [] }]);
  assert.equal(content(store), "Hello");
});

test("a choice of this page stands against one that comes from the server", () => {
  const store = started();
  const told = [];
  store.onChoice.add((path, open) => told.push([path, open]));
  store.choose([OWNER, "m:0"], false);
  store.receive(OWNER, [{ c: [[["m:0"], true], [["m:1"], true]] }]);
  assert.equal(store.choice(keyOf([OWNER, "m:0"])), false);
  assert.equal(store.choice(keyOf([OWNER, "m:1"])), true);
  assert.deepEqual(told, [[[OWNER, "m:0"], false]]);
});

test("steps that share an id are opened one by one: in other messages, in other assistants, in other chats", () => {
  const store = started();
  const others = [
    [OWNER, "m:1", "call-1"],
    [OWNER, "n:0", "call-1"],
    [OWNER, "m:0", "agent-1", "call-1"],
    [OWNER, "m:0", "agent-2", "call-1"],
    ["app.other", "m:0", "call-1"],
    [OWNER, "m:0/call-1"],
    [OWNER, "m:0"],
  ];
  store.choose([OWNER, "m:0", "call-1"], true);
  for (const path of others) assert.equal(store.choice(keyOf(path)), undefined, path);
  store.receive("app.other", [{ c: [[["m:0", "call-1"], false]] }]);
  assert.equal(store.choice(keyOf([OWNER, "m:0", "call-1"])), true);
});

test("what the app opens or closes moves, whatever the reader chose, and is not told to the server again", () => {
  const store = started();
  const heard = [];
  const told = [];
  store.choose([OWNER, "m:0"], true);
  store.subscribe(`choice:${keyOf([OWNER, "m:0"])}`, () => heard.push("m:0"));
  store.onChoice.add((path) => told.push(path));
  store.receive(OWNER, [{ move: [[["m:0"], false]] }]);
  assert.equal(store.choice(keyOf([OWNER, "m:0"])), false);
  assert.deepEqual(heard, ["m:0"]);
  assert.deepEqual(told, []);
});

test("opening all counts as a choice for every block, those that are open by themselves included", () => {
  const store = started();
  const chosen = [];
  const block = (name, isOpen) => store.register({ isOpen, setOpen: (open) => chosen.push([name, open]) });
  block("automatic", true);
  block("closed", false);
  store.toggleAll();
  assert.deepEqual(chosen, [["automatic", true], ["closed", true]]);
});

test("a message knows the chat that shows it", () => {
  const store = started();
  assert.equal(store.ownerOf("m:0"), OWNER);
  assert.equal(store.ownerOf("unknown:0"), "");
  assert.equal(store.ownerOf("plain"), "");
});

test("what is wanted of an outline is asked for once, and forgotten when it is there", () => {
  const store = started();
  let asked = 0;
  store.onWant.add(() => (asked += 1));
  store.want("m");
  store.want("m");
  store.want("unknown");
  assert.equal(asked, 1);
  assert.deepEqual([...store.wanted], ["m"]);
  store.receive(OWNER, [{ i: "m", s: 2 ** 40 + 1, m: { id: "m", status: "done", parts: [], blocks: [] } }]);
  assert.equal(store.wanted.size, 0);
});

const listed = (store, ids, thread = "t1") => store.receive(OWNER, [{ t: thread, ids }]);
const ended = (store) => store.receive(OWNER, [[1, 2, 1, ["m", { status: "done" }]]]);

test("what the user says is shown before the server knows of it", () => {
  const store = started();
  ended(store);
  const heard = [];
  store.subscribe(`thread:${OWNER}`, () => heard.push(store.thread(OWNER).ids.length));
  const [said, answer] = say(store, { text: "And now?", thinking: false });
  assert.match(said, /^u[\w-]{11}$/);
  assert.match(answer, /^m[\w-]{11}$/);
  assert.deepEqual(heard, [4]);
  assert.deepEqual(store.thread(OWNER).ids, ["u", "m", said, answer]);
  assert.deepEqual(store.message(said), { id: said, role: "user", status: "done", parts: [{ id: "text", type: "text", text: "And now?" }], blocks: [] });
  assert.equal(store.message(answer).thinking_enabled, false);
  assert.equal(store.running(OWNER), true);
  // The server is not told that the page has them.
  assert.deepEqual(store.have(OWNER), { thread: "t1", seen: { u: -1, m: -1, [answer]: 0 } });
});

test("what the server lists takes the place of what was expected, part by part", () => {
  const store = new Store();
  const [said, answer] = say(store, { text: "Hello" });
  listed(store, [], "");
  assert.deepEqual(store.thread(OWNER), { thread: "", ids: [said, answer] });
  listed(store, [said], "t9");
  assert.deepEqual(store.thread(OWNER), { thread: "t9", ids: [said, answer] });
  listed(store, [said, answer], "t9");
  store.receive(OWNER, [{ i: said, s: 2 ** 40, m: { id: said, role: "user", status: "done", parts: [], blocks: [] } }]);
  store.receive(OWNER, [{ i: answer, n: 4, s: 0, m: {} }, [4, 0, 1, ["m", { created_at: 5 }]]]);
  assert.deepEqual(store.message(said).parts, []);
  assert.equal(store.message(answer).created_at, 5);
  // Nothing is expected any more: what the server does not list is gone.
  listed(store, [said], "t9");
  assert.deepEqual(store.thread(OWNER).ids, [said]);
  assert.equal(store.message(answer), undefined);
});

test("what is said instead takes the place of all that follows, and a second answer that of the first", () => {
  const store = started();
  ended(store);
  const [said, answer] = say(store, { text: "Rather this", instead: "u" });
  assert.deepEqual(store.thread(OWNER).ids, [said, answer]);
  listed(store, [said, answer]);
  store.receive(OWNER, [{ i: answer, n: 5 }, [5, 0, 1, ["m", { status: "done" }]]]);
  const [again, ...none] = say(store, {});
  assert.deepEqual(none, []);
  assert.deepEqual(store.thread(OWNER).ids, [said, again]);
  listed(store, [said, answer]);
  assert.deepEqual(store.thread(OWNER).ids, [said, again], "the server has not heard of it yet");
});

test("what the server refuses is taken back, and what it would have replaced is there again", () => {
  const store = started();
  ended(store);
  const [again] = say(store, {});
  assert.deepEqual(store.thread(OWNER).ids, ["u", again]);
  store.receive(OWNER, [{ refused: true }]);
  assert.deepEqual(store.thread(OWNER).ids, ["u", "m"]);
  assert.equal(content(store), "Hello");
  assert.equal(store.message(again), undefined);
  const [said] = say(store, { text: "Once more" });
  store.receive(OWNER, [{ refused: true, unsent: "Once more" }]);
  assert.equal(store.message(said), undefined);
  assert.deepEqual(store.unsent.get(OWNER), { text: "Once more", isOurs: true });
});

test("what may have got lost with the line waits for it, and is said again only if it was not heard", async () => {
  const store = started();
  ended(store);
  const sent = [];
  store.say(OWNER, { text: "Anybody there?" }, (ids) => sent.push(ids));
  const [[said, answer]] = sent;
  store.setLost(true);
  store.lose(OWNER);
  assert.deepEqual(store.thread(OWNER).ids, ["u", "m", said], "no answer is on its way");
  assert.equal(store.message(said).status, "sending");
  assert.equal(store.sending(OWNER), "Anybody there?");
  store.setLost(false);
  listed(store, ["u", "m"]);
  await Promise.resolve();
  assert.deepEqual(sent, [[said, answer], [said, answer]]);
  assert.deepEqual(store.thread(OWNER).ids, ["u", "m", said, answer]);
  assert.equal(store.message(said).status, "done");
  store.lose(OWNER);
  listed(store, ["u", "m", said, answer]);
  await Promise.resolve();
  assert.equal(sent.length, 2, "it was heard");
  assert.equal(store.sending(OWNER), "");
});

test("what is said without a line is sent when there is one", async () => {
  const store = started();
  ended(store);
  store.setLost(true);
  const sent = [];
  store.say(OWNER, { text: "Hello?" }, (ids) => sent.push(ids));
  assert.equal(sent.length, 0);
  assert.equal(store.message(store.thread(OWNER).ids.at(-1)).status, "sending");
  store.setLost(false);
  listed(store, ["u", "m"]);
  await Promise.resolve();
  assert.equal(sent.length, 1);
});

test("what waits for the line comes back to the field when another thread is shown", () => {
  const store = started();
  ended(store);
  store.setLost(true);
  say(store, { text: "Hello?" });
  listed(store, [], "t2");
  assert.deepEqual(store.unsent.get(OWNER), { text: "Hello?", isOurs: true });
  assert.equal(store.sending(OWNER), "");
});

test("another answer that was asked for without a line leaves the last one in view until there is one", async () => {
  const store = started();
  ended(store);
  store.setLost(true);
  const sent = [];
  store.say(OWNER, {}, (ids) => sent.push(ids));
  assert.deepEqual(store.thread(OWNER).ids, ["u", "m"]);
  store.setLost(false);
  listed(store, ["u", "m"]);
  await Promise.resolve();
  assert.deepEqual(store.thread(OWNER).ids, ["u", ...sent[0]]);
});

test("a stop is said again when the line broke before the answer ended, and not once it has", async () => {
  const store = started();
  let sent = 0;
  const stop = () => (sent += 1);
  store.stop(OWNER, stop);
  assert.equal(sent, 1);
  assert.ok(store.stopping(OWNER));
  store.lose(OWNER);
  listed(store, ["u", "m"]);
  await Promise.resolve();
  assert.equal(sent, 2);
  ended(store);
  assert.ok(!store.stopping(OWNER));
  store.lose(OWNER);
  listed(store, ["u", "m"]);
  await Promise.resolve();
  assert.equal(sent, 2);
});

test("what another tab says, and another thread, end what was expected", () => {
  const store = started();
  ended(store);
  say(store, { text: "Mine" });
  listed(store, ["u", "m", "u2", "m2"]);
  assert.deepEqual(store.thread(OWNER).ids, ["u", "m", "u2", "m2"]);
  say(store, { text: "Mine again" });
  listed(store, [], "t2");
  assert.deepEqual(store.thread(OWNER), { thread: "t2", ids: [] });
});

test("a long snapshot comes in pieces, and nothing is added before it is whole", () => {
  const store = new Store();
  store.receive(OWNER, [{ t: "t1", ids: ["m"] }, { i: "m", n: 4, s: 7, at: [0], m: { id: "m", status: "thinking", parts: [], blocks: [] }, more: true }]);
  assert.deepEqual(store.have(OWNER).seen, {});
  store.receive(OWNER, [{ i: "m", s: 7, o: [["n", [0], { id: "r", type: "reasoning", content: "Hel" }]], more: true }]);
  assert.equal(store.receive(OWNER, [[4, 7, 1, "!"]]), false);
  store.receive(OWNER, [{ i: "m", s: 7, o: [["a", [0], "lo", "content"]] }]);
  store.receive(OWNER, [{ i: "m", s: 7, o: [["a", [0], "lo", "content"]] }]);
  assert.equal(store.receive(OWNER, [[4, 7, 1, "!"]]), true);
  assert.equal(content(store), "Hello!");
  assert.deepEqual(store.have(OWNER).seen, { m: 8 });
});

test("a snapshot that was cut off is replaced by the next one", () => {
  const store = new Store();
  store.receive(OWNER, [{ t: "t1", ids: ["m"] }, { i: "m", n: 4, s: 7, m: { id: "m", status: "thinking", parts: [] }, more: true }]);
  store.receive(OWNER, [{ i: "m", n: 4, s: 7, m: { id: "m", status: "thinking", parts: [{ id: "r", type: "reasoning", content: "All" }] } }]);
  assert.equal(content(store), "All");
});

test("a message that is here already only learns its number", () => {
  const store = started();
  assert.equal(store.receive(OWNER, [{ i: "m", n: 9 }]), true);
  assert.equal(store.receive(OWNER, [[9, 2, 1, "!"]]), true);
  assert.equal(content(store), "Hello!");
  assert.equal(store.receive(OWNER, [{ i: "unknown", n: 10 }]), false);
  assert.equal(store.receive(OWNER, [[10, 0, 1, "?"]]), false);
});
