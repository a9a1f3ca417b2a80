// Writes what a server with the AI SDK sends: a model that thinks, calls a tool and answers, cut short when asked to.
import {
  createUIMessageStream,
  createUIMessageStreamResponse,
  jsonSchema,
  stepCountIs,
  streamText,
  tool,
} from "ai";
import { MockLanguageModelV3, simulateReadableStream } from "ai/test";

const [how] = process.argv.slice(2);
const usage = { inputTokens: { total: 3 }, outputTokens: { total: 4 } };
const end = (unified) => ({ type: "finish", finishReason: { unified, raw: unified }, usage });

const looks = [
  { type: "stream-start", warnings: [] },
  { type: "reasoning-start", id: "0" },
  { type: "reasoning-delta", id: "0", delta: "Zwölf 🥊, " },
  { type: "reasoning-delta", id: "0", delta: "los." },
  { type: "reasoning-end", id: "0" },
  { type: "tool-input-start", id: "call_0", toolName: "look" },
  { type: "tool-input-delta", id: "call_0", delta: '{"where": ' },
  { type: "tool-input-delta", id: "call_0", delta: '"🥊"}' },
  { type: "tool-input-end", id: "call_0" },
  { type: "tool-call", toolCallId: "call_0", toolName: "look", input: '{"where": "🥊"}' },
  end("tool-calls"),
];
const answers = [
  { type: "stream-start", warnings: [] },
  { type: "source", sourceType: "url", id: "s1", url: "https://example.org/", title: "Ring" },
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", delta: "Nichts " },
  ...(how === "model-error" ? [{ type: "error", error: new Error("secret") }] : []),
  { type: "text-delta", id: "0", delta: "zu sehen ✓" },
  { type: "text-end", id: "0" },
  end("stop"),
];

const scripts = [looks, answers];
const model = new MockLanguageModelV3({
  doStream: async () => ({ stream: simulateReadableStream({ chunks: scripts.shift() }) }),
});
const look = tool({
  inputSchema: jsonSchema({ type: "object", properties: { where: { type: "string" } } }),
  execute: async ({ where }) => {
    if (how === "tool-error") throw new Error("Broken");
    return { at: where };
  },
});
const result = streamText({
  model,
  prompt: "?",
  stopWhen: stepCountIs(3),
  tools: { look },
  onError: () => {},
});
const stream = createUIMessageStream({
  execute: ({ writer }) => {
    writer.merge(result.toUIMessageStream({ sendSources: true }));
    writer.write({ type: "data-chips", data: ["Weiter?"] });
  },
});
process.stdout.write(await createUIMessageStreamResponse({ stream }).text());
