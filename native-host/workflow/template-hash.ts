import { createHash } from 'node:crypto';
import { canonicalJson } from '../../shared/canonical-json.ts';
import type { StepScript } from '../../shared/step-script.ts';
import type { Template } from '../../shared/template.ts';

type Whole = {
  /** With the steps of the templates that it uses in their place. */
  readonly template: Template;
  /** The scripts that its steps cite. */
  readonly scripts?: Readonly<Record<string, StepScript>>;
};

/** Names exactly one template with all that it uses and cites: SHA-256 of its canonical JSON, in hex. */
export function templateHash({ template, scripts = {} }: Whole): string {
  const whole = Object.keys(scripts).length === 0 ? template : { template, scripts };
  return createHash('sha256').update(canonicalJson(whole)).digest('hex');
}
