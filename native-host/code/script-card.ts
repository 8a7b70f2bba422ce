import type { CallRow } from './call-table.ts';
import type { Judged } from './judge-script.ts';
import { runLimits } from './limits.ts';
import type { Code } from './parse-code.ts';
import type { ScriptAct } from './ports.ts';
import type { Risk } from './risk.ts';

const actsMax = 50;
const actCharactersMax = 400;

/** The question for the whole script, made from its tree: each effect as it is written, where, how often, with what data. */
export function cardOf(
  code: Code,
  rows: readonly CallRow[],
  judged: readonly Judged[],
  targets: readonly string[],
  risk: Risk,
): { readonly title: string; readonly acts: readonly ScriptAct[] } {
  const effects = judged.filter(({ decision }) => decision.bucket !== 'read' || decision.decision === 'ask');
  const told = effects.length === 0 ? judged : effects;
  const acts = told.slice(0, actsMax).map(({ row, decision }): ScriptAct => {
    const data = row.tainted ? `, may use text read from ${targets.join(', ')}` : '';
    const secrets = row.secrets.map((name) => `, with secret:${name}`).join('');
    const text = `${row.path} ${middleCut(row.arguments)} on ${decision.target}${secrets}${data} (line ${row.line})`;
    const { bucket, target, policies } = decision;
    return {
      text,
      bucket,
      resource: target,
      rule: decision.decision === 'ask' ? policies.join(', ') : `risk.${risk.level}`,
      count: row.executions_max ?? runLimits.calls,
    };
  });
  const more = told.length > actsMax ? ` and ${told.length - actsMax} more` : '';
  const where = targets.join(', ') || 'no site';
  const title = `Run a script of ${rows.length} calls${more} on ${where}? Risk ${risk.level}: ${risk.reasons.join(', ') || 'it only reads'}. Script ${code.codeHash.slice(0, 12)}`;
  return { title: title.slice(0, 1_000), acts };
}

/** The middle goes, and how much of it is told: what matters may stand at either end. */
function middleCut(text: string): string {
  const plain = text.replace(/\s+/g, ' ');
  if (plain.length <= actCharactersMax) return plain;
  const half = actCharactersMax / 2;
  return `${plain.slice(0, half)} …${plain.length - actCharactersMax} more… ${plain.slice(-half)}`;
}
