import { z } from 'zod';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { StepAnswer, StepQuestion } from '../../shared/prompt-answer.ts';
import { fieldFound } from './field-found.ts';
import type { Message, Model, ReadReply } from './ports.ts';
import { againMessage, stepMessages } from './prompts/step-question.ts';

export type AnswerMeans = {
  readonly model: Model;
  readonly readReply: ReadReply;
  readonly redact: (text: string) => string;
  /** Digits that nobody outside the run knows. */
  readonly seal: string;
  /** Counts tokens; a fault when the run may use no more. */
  readonly spendTokens: (tokens: number) => Fault | null;
  readonly onNote: (note: string) => void;
  readonly signal: AbortSignal;
};

/** How often one question is asked until its answer can be read. */
const triesMax = 3;
const tokensMax = 600;

/** Asks a model one question. It is given no tool, so whatever the texts say, all that comes of it is an answer. */
export async function answerStep(asked: StepQuestion, means: AnswerMeans): Promise<Result<StepAnswer>> {
  const { model, readReply, redact, signal, spendTokens, onNote } = means;
  const schema = replySchema(asked.form);
  const json = z.toJSONSchema(schema, { io: 'input' });
  let messages: readonly Message[] = stepMessages(asked, means.seal).map((one) => ({
    ...one,
    content: redact(one.content),
  }));
  for (let tried = 1; tried <= triesMax; tried += 1) {
    const temperature = tried === 1 ? 0 : 0.4;
    const request = { messages, schema: { name: 'answer', json }, tokensMax, temperature, purpose: 'step' };
    const reply = await model.complete(request, { signal, onNote });
    if (!reply.ok) return reply;
    const spent = spendTokens(reply.value.use.promptTokens + reply.value.use.completionTokens);
    if (spent !== null) return failed(spent);
    const read = readReply(reply.value.text, schema);
    if (read.ok) return ok(answerOf(read.value, asked));
    messages = [
      ...messages,
      { role: 'assistant', content: reply.value.text },
      againMessage(read.hint, asked.form),
    ];
  }
  return failed(unreadable);
}

const unreadable = fault(
  'model-unavailable',
  `The model was asked ${triesMax} times and gave no answer that can be read.`,
  'Use another model: see "localagent model list".',
);

const Reply = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
type Reply = z.infer<typeof Reply>;

function replySchema(form: StepQuestion['form']): z.ZodType<Reply> {
  if (form.kind === 'choose') return z.strictObject({ choice: z.int().min(0).max(form.options.length) });
  if (form.kind === 'yes_no') return z.strictObject({ answer: z.enum(['yes', 'no', 'not said']) });
  const fields = Object.keys(form.fields).map((name) => [name, z.string().nullable()] as const);
  return z.strictObject(Object.fromEntries(fields));
}

function answerOf(reply: Reply, { form, seen }: StepQuestion): StepAnswer {
  if (form.kind === 'choose') {
    const option = form.options[Number(reply['choice']) - 1];
    return { answer: option ?? null, unsupported: [] };
  }
  if (form.kind === 'yes_no') {
    const said = reply['answer'];
    return { answer: said === 'not said' ? null : said === 'yes', unsupported: [] };
  }
  const texts = seen.map(({ text }) => text);
  const unsupported: string[] = [];
  const fields = Object.entries(form.fields).map(([name, { type }]) => {
    const said = reply[name];
    if (typeof said !== 'string' || said.trim() === '') return [name, null] as const;
    const value = fieldFound(said, type, texts);
    if (value === null) unsupported.push(name);
    return [name, value] as const;
  });
  const answer = Object.fromEntries(fields);
  return { answer, unsupported };
}
