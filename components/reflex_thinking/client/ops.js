// Ops: what the server says changed in a message. Pure: no React, no DOM. The table is in reducer/__init__.py.

/**
 * @typedef {any[]} Op
 * @typedef {number | number[]} Path
 * @typedef {{path: Path, key: string | undefined}} Cursor where text was appended last
 */

/** A message before anything is known of it. @param {string} id */
export function emptyMessage(id) {
  return { id, role: "assistant", status: "thinking", parts: [], blocks: [] };
}

/** @param {Record<string, any>} target @param {Record<string, any>} fields null removes a field */
function merged(target, fields) {
  const result = { ...target, ...fields };
  for (const key in fields) if (fields[key] === null) delete result[key];
  return result;
}

/** Copy the way to a list of parts and change the list; in a step that is its `child_steps` or what `list` names. */
function change(parts, path, edit, list = "child_steps") {
  const result = parts.slice();
  if (path.length === 1) {
    edit(result, path[0]);
    return result;
  }
  const [index, ...rest] = path;
  const step = result[index];
  const name = rest.length === 1 ? list : "child_steps";
  result[index] = { ...step, [name]: change(step[name] ?? [], rest, edit, list) };
  return result;
}

/** @type {Record<string, (message: any, op: Op) => any>} */
const APPLY = {
  n: (message, [, path, part, list]) => edited(message, path, (parts, index) => parts.splice(index, 0, part), list),
  a: (message, [, path, text, key]) =>
    edited(message, path, (parts, index) => {
      const part = parts[index];
      const field = key ?? (part.type === "text" ? "text" : "content");
      parts[index] = { ...part, [field]: (part[field] ?? "") + text };
    }),
  s: (message, [, path, fields, list]) =>
    edited(message, path, (parts, index) => (parts[index] = merged(parts[index], fields)), list),
  b: (message, [, index, fields]) => {
    const blocks = message.blocks.slice();
    blocks[index] = merged(blocks[index], fields);
    return { ...message, blocks };
  },
  m: (message, [, fields]) => merged(message, fields),
};

function edited(message, path, edit, list) {
  return { ...message, parts: change(message.parts, Array.isArray(path) ? path : [path], edit, list) };
}

/** Apply ops in order. What they do not touch keeps its identity. @param {any} message @param {Op[]} ops */
export function applyOps(message, ops) {
  for (const op of ops) message = APPLY[op[0]](message, op);
  return message;
}

/**
 * On the wire, an append to where text was appended last is only the text. Give such ops their path back.
 * @param {(Op | string)[]} ops @param {Cursor | null} cursor
 */
export function unfold(ops, cursor) {
  const unfolded = ops.map((op) => {
    if (typeof op === "string") {
      if (!cursor) throw new Error("text without a place");
      return cursor.key === undefined ? ["a", cursor.path, op] : ["a", cursor.path, op, cursor.key];
    }
    if (op[0] === "a") cursor = { path: op[1], key: op[3] };
    return op;
  });
  return { ops: unfolded, cursor };
}
