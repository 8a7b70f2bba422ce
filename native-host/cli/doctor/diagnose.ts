import { StartError } from '../../io/start-error.ts';
import { type BrowserParts, checkBrowsers } from './check-browsers.ts';
import { type ConnectionParts, checkConnection } from './check-connection.ts';
import { type Finding, good, problem } from './finding.ts';

export type DoctorParts = BrowserParts &
  ConnectionParts &
  Readonly<{
    nodeVersion: string;
    nodeNeeded: string;
    home: string;
    /** Each looks at one part of the data folder and throws `StartError`; it gives one sentence about what is well. */
    dataFolder: readonly (readonly [check: string, title: string, look: () => Promise<string> | string])[];
  }>;

/** Looks at everything in the order in which it is needed: runtime, data folder, browsers, connection. */
export async function* diagnose(parts: DoctorParts): AsyncIterable<Finding> {
  yield checkNode(parts.nodeVersion, parts.nodeNeeded);
  for (const [check, title, look] of parts.dataFolder) yield await checkPart(check, title, look);
  for (const finding of checkBrowsers(parts)) yield finding;
  for await (const finding of checkConnection(parts)) yield finding;
}

function checkNode(version: string, needed: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed.split('.').map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) {
    return good('node', 'Node', `${version} is new enough.`);
  }
  return problem('node', 'Node', `${version} is older than ${needed}.`, `Install Node ${needed} or newer.`);
}

async function checkPart(
  check: string,
  title: string,
  look: () => Promise<string> | string,
): Promise<Finding> {
  try {
    return good(check, title, await look());
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return problem(check, title, `${error.what} (${error.where})`, error.remedy);
  }
}
