import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { type Fault, ok } from '../../shared/faults.ts';
import type { RunView } from '../../shared/run.ts';
import type { Desk } from './desk.ts';
import { resultPrefix } from './result-store.ts';

/** Runs that the list shows, newest first; older ones can be read by their id. */
const runsMax = 50;

const reportUri = /^localagent:\/\/run\/([^/]{1,100})\/report$/;

/**
 * Reports of runs, which everybody of this data folder shares but paired clients, and this session's own long results.
 */
export async function listResources(
  { session, store, scoped }: Desk,
  client: string,
): Promise<ListResourcesResult> {
  const link = scoped ? null : await session.link(client);
  const runs =
    link === null ? ok({ runs: [] }) : link.ok ? await link.value.call('run.list', { limit: runsMax }) : link;
  const results = store.list().map(({ uri, name, at, json }) => ({
    uri,
    name,
    description: `The whole result, ${json.length} characters of JSON, from ${at.toISOString()}.`,
    mimeType: 'application/json',
  }));
  if (!runs.ok) return raiseFault(runs.fault);
  return { resources: [...results, ...runs.value.runs.map(describeRun)] };
}

export function listResourceTemplates(): ListResourceTemplatesResult {
  return {
    resourceTemplates: [
      {
        uriTemplate: 'localagent://run/{id}/report',
        name: 'Report of a run',
        description: 'What a workflow did, found and filed, and what it did not.',
        mimeType: 'text/markdown',
      },
      {
        uriTemplate: `${resultPrefix}{id}`,
        name: 'Whole result of a call',
        description: 'A result that was too long to be answered whole; the answer names its id.',
        mimeType: 'application/json',
      },
    ],
  };
}

export async function readResource(
  uri: string,
  { session, store, scoped }: Desk,
  client: string,
): Promise<ReadResourceResult> {
  const stored = store.get(uri);
  if (stored !== null) return { contents: [{ uri, mimeType: 'application/json', text: stored.json }] };
  const runId = reportUri.exec(uri)?.[1];
  if (runId === undefined || scoped) throw new ResourceNotFoundError(uri);
  const link = await session.link(client);
  if (!link.ok) return raiseFault(link.fault);
  const report = await link.value.call('run.report', { run_id: runId });
  if (report.ok) return { contents: [{ uri, mimeType: 'text/markdown', text: report.value.markdown }] };
  if (report.fault.code === 'not-found') throw new ResourceNotFoundError(uri);
  return raiseFault(report.fault);
}

function describeRun({ run_id, template, status, started_at }: RunView) {
  return {
    uri: `localagent://run/${run_id}/report`,
    name: `Report: ${template.title === '' ? template.id : template.title}`,
    description: `${status}, started ${started_at}`,
    mimeType: 'text/markdown',
  };
}

function raiseFault({ code, message, hint }: Fault): never {
  throw new ProtocolError(ProtocolErrorCode.InternalError, `${code}: ${message} ${hint}`);
}
