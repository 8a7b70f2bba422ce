import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cases } from './faults/cases/index.ts';
import type { CaseResult, FaultCase } from './faults/fault-case.ts';
import { FaultSite } from './faults/fault-site.ts';
import { givenCases } from './faults/given-cases.ts';
import { playCase } from './faults/play-case.ts';
import { reportOf, type ToolResults } from './faults/report.ts';
import { type MeasuredTool, measuredTools, type OpenTool } from './faults/tools.ts';

// `npm run bench:faults -- [--only NAME,…] [--tools ours,playwright,…] [--cases DIR] [--json FILE] [--times N]`: with several times, the worst counts.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    tools: { type: 'string', default: Object.keys(measuredTools).join(',') },
    cases: { type: 'string' },
    json: { type: 'string' },
    times: { type: 'string', default: '1' },
  },
});

const wanted = values.only?.split(',');
const every = [...cases, ...(values.cases === undefined ? [] : givenCases(values.cases))];
const chosen =
  wanted === undefined ? every : every.filter(({ name }) => wanted.some((part) => name.includes(part)));
if (chosen.length === 0)
  throw new Error(`No case is called ${values.only}. They are: ${every.map(({ name }) => name)}`);

const site = await FaultSite.start();
const measured: ToolResults[] = [];
try {
  for (const name of values.tools.split(',')) {
    const tool = Object.entries(measuredTools).find(([key]) => key === name)?.[1];
    if (tool === undefined)
      throw new Error(`No tool is called ${name}: ${Object.keys(measuredTools).join(', ')}`);
    measured.push({ tool: name, title: tool.title, results: await measure(tool, chosen) });
  }
} finally {
  site.close();
}
process.stdout.write(`\n${reportOf(measured)}\n`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(measured, null, 1)}\n`);
process.exit(0);

async function measure(tool: MeasuredTool, list: readonly FaultCase[]): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  let opened: OpenTool | null = null;
  for (const faultCase of list) {
    const played: CaseResult[] = [];
    for (let time = 0; time < Number(values.times); time++) {
      opened ??= await tool.open(site);
      const result = await playCase(faultCase, opened.caller, site, opened.witness);
      played.push(result);
      process.stderr.write(
        `${tool.title}  ${result.name}: ${result.judgement} (${result.ms} ms) ${result.seen}\n`,
      );
      // A tool that hangs or breaks must not take the next case with it.
      if (result.judgement === 'broken' || result.timedOut) {
        await opened.close().catch(() => undefined);
        opened = null;
      }
    }
    results.push(...worstOf(played));
  }
  await opened?.close();
  return results;
}

function worstOf(results: readonly CaseResult[]): readonly CaseResult[] {
  const order: readonly CaseResult['judgement'][] = ['broken', 'wrong', 'honest', 'no tool', 'pass'];
  const place = ({ judgement }: CaseResult): number => order.indexOf(judgement);
  return [...results].sort((one, two) => place(one) - place(two)).slice(0, 1);
}
