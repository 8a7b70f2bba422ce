// What the handlers of the cloud need of the world. In AWS these are S3, a model behind Bedrock or any OpenAI-compatible
// address, and the clock; in tests and in the demo they are an emulator's S3 and whatever model is at hand, or none.

/** Objects by key. Writing replaces; a key is never listed before it is whole. */
export interface ObjectStore {
  get(key: string): Promise<string | null>;
  getBytes(key: string): Promise<Uint8Array | null>;
  put(key: string, text: string): Promise<void>;
  list(prefix: string): Promise<readonly string[]>;
}

/** Answers in JSON of a given schema; null when there is no model, or it gave nothing of that form. */
export interface TextModel {
  ask(question: {
    readonly system: string;
    readonly text: string;
    readonly schema: object;
  }): Promise<unknown>;
}

/** Reads values out of a picture; null for what it cannot read. */
export interface VisionModel {
  read(
    png: Uint8Array,
    fields: readonly { readonly name: string; readonly description: string }[],
  ): Promise<Readonly<Record<string, { readonly value: string | null; readonly confidence: number }>>>;
}

export type Means = {
  readonly store: ObjectStore;
  readonly text: TextModel | null;
  readonly vision: VisionModel | null;
  readonly now: () => Date;
};

/** A handler of the state machine: the state's input in, its result out. What it raises ends the state with that error. */
export type Handler = (input: unknown, means: Means) => Promise<unknown>;

/** An error that the state machine can tell apart by its name. */
export class HandlerError extends Error {
  override readonly name: string;
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}
