import { createHash, randomUUID } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { raise } from '../../shared/faults.ts';
import type { Handlers } from '../../shared/protocol/messages.ts';
import type { templateChoiceRequests } from '../../shared/protocol/template-choice-messages.ts';
import { parseTemplate } from '../workflow/parse-template.ts';
import { shelfOf } from '../workflow/script-store.ts';
import { templateHash } from '../workflow/template-hash.ts';
import { findTemplate, libraryOf } from '../workflow/template-store.ts';
import type { Parts } from './parts.ts';
import { given } from './surfaces.ts';
import { namedTemplate, templateFolders } from './templates.ts';

/** What a person chooses of templates at a command line; each choice is in the ledger. */
export function templateChoiceHandlers(parts: Parts): Handlers<typeof templateChoiceRequests> {
  const { choices, patterns } = parts;
  return {
    'template.trust': async ({ text, file, reach }) => {
      refuseWithoutLedger(parts);
      const folders = [...templateFolders(parts), dirname(file)];
      const library = libraryOf(folders, patterns);
      const shelf = shelfOf(folders, patterns);
      const loaded = given(parseTemplate(text, basename(file), patterns, library, shelf));
      const { id, version } = loaded.template;
      const sha256 = templateHash(loaded);
      recordChoice(parts, { trusted: { id, version, sha256, reach } });
      const at = new Date(parts.clock()).toISOString();
      if (!choices.trust({ sha256, id, version, reach, at })) tooMany('trusted');
      return { id, version, sha256 };
    },
    'template.distrust': async ({ id }) => {
      refuseWithoutLedger(parts);
      recordChoice(parts, { trusted_no_more: { id } });
      return { count: choices.distrust(id) };
    },
    'template.pin': async ({ id, version }) => {
      refuseWithoutLedger(parts);
      if (version !== null) given(findTemplate(`${id}@${version}`, templateFolders(parts), patterns));
      recordChoice(parts, { pinned: { id, version } });
      if (!choices.pin(id, version)) tooMany('pinned');
      return { version: given(namedTemplate(parts, id)).template.version };
    },
  };
}

function tooMany(what: string): never {
  return raise('too-large', `Too many templates are ${what}.`, 'Take some back first.');
}

function refuseWithoutLedger({ ledger }: Parts): void {
  if (!ledger.readOnly) return;
  raise('denied', 'The ledger cannot be written, so nothing is changed.', 'See `localagent doctor`.');
}

function recordChoice({ ledger }: Parts, choice: Readonly<Record<string, unknown>>): void {
  ledger.append([
    {
      event: 'completed',
      call_id: randomUUID(),
      run_id: null,
      step_id: null,
      caller: { kind: 'client', id: 'terminal', unattended: false },
      tool: 'template',
      bucket: 'admin',
      resource: 'app:localagent',
      args_hash: createHash('sha256').update(JSON.stringify(choice)).digest('hex'),
      result_hash: null,
      detail: { template: choice },
    },
  ]);
}
