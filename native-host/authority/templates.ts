import type { TemplateSummary } from '../../shared/protocol/control-messages.ts';
import { readTemplates, summarise } from '../workflow/template-store.ts';
import type { Parts } from './parts.ts';

/** Where templates lie: the person's own come first and hide shipped ones of the same id. */
export function templateFolders({
  paths,
  config,
  shipped,
}: Pick<Parts, 'paths' | 'config' | 'shipped'>): readonly string[] {
  return [paths.templates, ...config.templates.folders, shipped.templates];
}

/** Every template that can be run; a broken one is left out here and told by `template list`. */
export function offeredTemplates(parts: Parts): readonly TemplateSummary[] {
  return readTemplates(templateFolders(parts), parts.patterns).flatMap(({ loaded }) =>
    loaded.ok ? [summarise(loaded.value.template)] : [],
  );
}
