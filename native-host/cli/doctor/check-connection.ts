import type { Result } from '../../../shared/faults.ts';
import type { ProfileInfo } from '../../../shared/protocol/control-messages.ts';
import { explainPolicyError } from '../../browser/browser-policies.ts';
import type { Authority } from '../parts.ts';
import { type Finding, good, note, problem } from './finding.ts';

const statusMs = 10_000;
/** A page is opened, attached to, pictured and closed within it. */
const probeMs = 30_000;

export type ConnectionParts = Readonly<{
  connect(options: { readonly start: boolean }): Promise<Result<Authority>>;
}>;

/** Starts or joins the authority as a browser would, and makes a real round trip through every connected browser. */
export async function* checkConnection(parts: ConnectionParts): AsyncIterable<Finding> {
  const joined = await parts.connect({ start: true });
  if (!joined.ok) {
    yield problem('authority', 'LocalAgent', joined.fault.message, joined.fault.hint);
    return;
  }
  const authority = joined.value;
  try {
    const status = await authority.call('status.get', {}, { timeoutMs: statusMs });
    if (!status.ok) {
      yield problem('authority', 'LocalAgent', status.fault.message, status.fault.hint);
      return;
    }
    const {
      host_version: version,
      policy_error: policyError,
      switched_off: switchedOff,
      ledger_read_only: readOnly,
      profiles,
    } = status.value;
    yield good('authority', 'LocalAgent', `${version} runs and answers.`);
    if (switchedOff !== null) {
      yield problem('switched-off', 'Organisation', switchedOff, 'Ask the administrator who set this.');
    }
    if (policyError !== null) {
      yield problem(
        'policy-in-force',
        'Policy in force',
        `is invalid, so everything is denied: ${policyError}`,
        'Run: localagent policy check',
      );
    }
    if (readOnly) {
      yield problem(
        'ledger-writing',
        'Ledger',
        'cannot be written, so nothing is done.',
        'Free space on the disk, then run: localagent stop',
      );
    }
    if (profiles.length === 0) yield noBrowser();
    for (const profile of profiles) for (const finding of await probe(authority, profile)) yield finding;
  } finally {
    authority.close();
  }
}

function noBrowser(): Finding {
  return note(
    'connection',
    'Connected browsers',
    'none is connected now.',
    'Open the browser that has the LocalAgent extension; its side panel says why if it cannot connect.',
  );
}

async function probe(authority: Authority, profile: ProfileInfo): Promise<readonly Finding[]> {
  const check = `round-trip.${profile.name}`;
  const title = `${profile.browser_name} (${profile.name})`;
  const answer = await authority.call(
    'client.probe',
    { profile: profile.name, attach: true },
    { timeoutMs: probeMs },
  );
  if (!answer.ok) return [problem(check, title, answer.fault.message, answer.fault.hint)];
  const {
    attach,
    attach_error: attachError,
    screenshot_error: screenshotError,
    round_trip_ms: ms,
  } = answer.value;
  const findings = [
    good(check, title, `answers in ${ms.toFixed(0)} ms through extension ${answer.value.extension_version}.`),
  ];
  if (attach === 'failed')
    findings.push(fromError(`${check}.attach`, title, 'cannot work in pages', attachError));
  if (screenshotError !== '') {
    findings.push(fromError(`${check}.screenshot`, title, 'cannot take pictures of pages', screenshotError));
  }
  return findings;
}

/** A browser's error text as one sentence that names the policy behind it, where one is. */
function fromError(check: string, title: string, what: string, told: string): Finding {
  const explained = explainPolicyError(told);
  if (explained !== null)
    return problem(check, title, explained.sentence, explained.remedy, explained.policy);
  return problem(
    check,
    title,
    `${what}: ${told}`,
    'Restart the browser; if that does not help, install the extension again.',
  );
}
