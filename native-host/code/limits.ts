/** Bounds of code mode. Each of them really stops a script; none is advice. */
export const sourceCharactersMax = 10_000;
export const nodesMax = 5_000;
export const nestingMax = 64;
export const callSitesMax = 50;
export const literalCharactersMax = 8_192;
/** Mistakes that are told at once. */
export const problemsMax = 20;
export const targetsMax = 20;

/** What one execution may use. `fuel` is nodes evaluated and elements looked at; about seven million a second. */
export type RunLimits = {
  readonly fuel: number;
  readonly bytes: number;
  readonly wallMs: number;
  readonly calls: number;
};
export const runLimits: RunLimits = { fuel: 20_000_000, bytes: 33_554_432, wallMs: 60_000, calls: 100 };

/** One string, one list, one object, and how deep they may lie in each other. */
export const stringCharactersMax = 4_000_000;
export const itemsMax = 100_000;
export const dataDepthMax = 64;
/** What `JSON.parse` takes: more would be built by the engine before it could be counted. */
export const jsonCharactersMax = 262_144;
/** JSON of one call's arguments, of one result of a call, and of what a script returns. */
export const messageCharactersMax = 8_000_000;
