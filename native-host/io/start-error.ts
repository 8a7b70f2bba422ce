/**
 * What keeps the host from starting, told to a person in three lines: what is wrong, where, and what to do.
 * It is thrown by whatever is opened at start (configuration, key, database, policy) and shown by the entry
 * point.
 */
export class StartError extends Error {
  readonly what: string;
  readonly where: string;
  readonly remedy: string;
  constructor(what: string, where: string, remedy: string) {
    super(`${what}\n  ${where}\n  ${remedy}`);
    this.name = 'StartError';
    this.what = what;
    this.where = where;
    this.remedy = remedy;
  }
}
