import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Caused, PageInfo, TargetDescription } from '../../shared/actions.ts';
import { Fault } from '../../shared/faults.ts';
import {
  browserEvents,
  browserRequests,
  Outcome,
  Permit,
  sessionRequests,
} from '../../shared/protocol/browser-messages.ts';
import { clientRequests } from '../../shared/protocol/client-messages.ts';
import { controlEvents, controlRequests } from '../../shared/protocol/control-messages.ts';
import { cronRequests } from '../../shared/protocol/cron-messages.ts';
import { protocolVersion } from '../../shared/protocol/envelope.ts';
import { jobRequests } from '../../shared/protocol/job-messages.ts';
import { mcpEvents, mcpRequests } from '../../shared/protocol/mcp-messages.ts';
import type { RequestTable } from '../../shared/protocol/messages.ts';
import { LedgerEvent, Receipt } from '../../shared/receipt.ts';
import { ApprovalRequest, FiledFile, RunEvent, RunView } from '../../shared/run.ts';
import { stepScriptJsonSchema } from '../../shared/step-script.ts';
import { templateJsonSchema } from '../../shared/template.ts';
import { tools } from '../../shared/tools/index.ts';
import { root } from '../house/source-tree.ts';

// The formats that other programs, older versions and files on disk rely on. A test that fails here says that one changed: then
// the change must be one that the other side can live with, or `protocolVersion` grows. `vitest -u` writes the new form.

const folder = '../fixtures/formats';

function schemaOf(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

function requests(table: RequestTable): unknown {
  return Object.fromEntries(
    Object.entries(table).map(([name, { params, result }]) => [
      name,
      { params: schemaOf(params), result: schemaOf(result) },
    ]),
  );
}

function events(table: Readonly<Record<string, { readonly params: z.ZodType }>>): unknown {
  return Object.fromEntries(Object.entries(table).map(([name, { params }]) => [name, schemaOf(params)]));
}

function text(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

test('the messages between browser and authority are the frozen ones', async () => {
  const messages = {
    protocolVersion,
    requests: [requests(browserRequests), requests(sessionRequests)],
    events: events(browserEvents),
  };
  await expect(text(messages)).toMatchFileSnapshot(`${folder}/browser-messages.json`);
});

test('the messages between surfaces and authority are the frozen ones', async () => {
  const messages = {
    requests: [requests(controlRequests), requests(clientRequests), requests(mcpRequests)],
    events: events({ ...controlEvents, ...mcpEvents }),
  };
  await expect(text(messages)).toMatchFileSnapshot(`${folder}/control-messages.json`);
});

test('the messages between a worker and the authority are the frozen ones', async () => {
  const messages = { requests: [requests(jobRequests), requests(cronRequests)] };
  await expect(text(messages)).toMatchFileSnapshot(`${folder}/job-messages.json`);
});

test('receipts, permits, outcomes and run events are the frozen ones', async () => {
  const records = {
    Receipt,
    LedgerEvent,
    Permit,
    Outcome,
    Caused,
    PageInfo,
    TargetDescription,
    Fault,
    RunEvent,
    RunView,
    ApprovalRequest,
    FiledFile,
  };
  const frozen = Object.fromEntries(
    Object.entries(records).map(([name, schema]) => [name, schemaOf(schema)]),
  );
  await expect(text(frozen)).toMatchFileSnapshot(`${folder}/records.json`);
});

test('every tool has the frozen name, buckets, arguments and result', async () => {
  const frozen = [...tools.values()].map(({ name, category, group, runs_in, buckets, input, output }) => ({
    name,
    category,
    group,
    runs_in,
    buckets,
    input: schemaOf(input),
    output: schemaOf(output),
  }));
  await expect(text(frozen)).toMatchFileSnapshot(`${folder}/tools.json`);
});

test('the template format is the frozen one', async () => {
  await expect(text(templateJsonSchema())).toMatchFileSnapshot(`${folder}/template.json`);
  await expect(text(stepScriptJsonSchema())).toMatchFileSnapshot(`${folder}/step-script.json`);
});

test('the Cedar schema is the frozen one', async () => {
  const schema = readFileSync(join(root, 'policies', 'schema.cedarschema'), 'utf8');
  await expect(schema).toMatchFileSnapshot(`${folder}/schema.cedarschema`);
});
