import { createHash } from 'node:crypto';
import { IntakeRequest } from '../job-shapes.ts';

// What every way in has in common: a text becomes a request, a request is begun once, and its answer goes back by the way it came.

/** What came in, before it is known to be a request. */
export type Received = Readonly<{
  text: string;
  from: string;
  channel: IntakeRequest['channel'];
  reply_to: string;
  /** The sender's own name of the request; null: made of what was sent, so that the same sent twice is one. */
  request_id: string | null;
}>;

export type Taken =
  | Readonly<{ taken: true; request_id: string; isNew: boolean }>
  /** `why` is for the sender: what is wrong and what to do. */
  | Readonly<{ taken: false; why: string }>;

/** Begins what is done about a request; false: it was begun before. */
export type Begin = (request: IntakeRequest) => Promise<boolean>;

/** An answer, or a question back, as the state machine leaves it. */
export type Reply = Readonly<{
  request_id: string;
  status: string;
  text: string;
  /** Of each job the values, each with where it is from and how sure it is; left out of a question. */
  jobs?: readonly Readonly<Record<string, unknown>>[] | undefined;
}>;

export interface IntakeDesk {
  take(received: Received): Promise<Taken>;
  /** Null: not answered yet, or never asked. */
  reply(channel: IntakeRequest['channel'], requestId: string): Promise<Reply | null>;
}

/** One way in. `open` begins to take; what was begun goes on when it is closed. */
export interface Intake {
  readonly name: IntakeRequest['channel'];
  open(desk: IntakeDesk): Promise<void>;
  close(): Promise<void>;
}

const textCharactersMax = 4_000;

export function createIntakeDesk(means: {
  readonly begin: Begin;
  readonly reply: IntakeDesk['reply'];
  readonly now: () => Date;
}): IntakeDesk {
  return {
    reply: means.reply,
    async take(received) {
      const request_id = received.request_id ?? idOf(received);
      const read = IntakeRequest.safeParse({
        ...received,
        request_id,
        received_at: means.now().toISOString(),
      });
      if (!read.success) return { taken: false, why: whyNot(read.error.issues[0]?.path[0]) };
      return { taken: true, request_id, isNew: await means.begin(read.data) };
    },
  };
}

function whyNot(field: PropertyKey | undefined): string {
  if (field === 'text') return `Write what you need in 1 to ${textCharactersMax} characters.`;
  if (field === 'request_id') return 'A request_id is letters, digits, "-" and "_", at most 80.';
  return `"${String(field)}" is not as it must be.`;
}

function idOf({ channel, from, reply_to, text }: Received): string {
  const hash = createHash('sha256').update(JSON.stringify([channel, from, reply_to, text]));
  return `${channel}-${hash.digest('hex').slice(0, 32)}`;
}
