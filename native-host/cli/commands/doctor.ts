import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { Finding } from '../doctor/finding.ts';
import { exitCode } from '../exit-code.ts';

/** What `localagent doctor --json` prints. */
export const DoctorDocument = z.strictObject({
  schema: z.literal('localagent.doctor.v1'),
  ok: z.boolean(),
  findings: z.array(Finding),
});
export type DoctorDocument = z.infer<typeof DoctorDocument>;

const marks = { ok: ['ok', 'green'], note: ['note', 'yellow'], problem: ['PROBLEM', 'red'] } as const;

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'look at everything that must be right, with a real round trip, and say what mends it',
  details: 'Exit code 0: all is well. 1: there is a problem.',
  async run(invocation, { parts, terminal }) {
    const findings: Finding[] = [];
    for await (const finding of parts.diagnose()) {
      findings.push(finding);
      if (invocation.json) continue;
      const [mark, colour] = marks[finding.state];
      const lines = [`${terminal.paint(colour, mark.padEnd(8))} ${finding.title}: ${finding.sentence}`];
      terminal.print(finding.remedy === '' ? lines : [...lines, `${' '.repeat(9)}→ ${finding.remedy}`]);
    }
    const ok = findings.every(({ state }) => state !== 'problem');
    if (invocation.json) {
      terminal.printJson({ schema: 'localagent.doctor.v1', ok, findings } satisfies DoctorDocument);
    }
    return ok ? exitCode.done : exitCode.failed;
  },
});
