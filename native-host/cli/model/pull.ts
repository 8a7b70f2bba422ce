import type { CommandContext, Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { PulledModel } from '../parts.ts';

const megabyte = 1_000_000;
/** A terminal that redraws more often is only busy. */
const redrawMs = 200;
const sayEveryShare = 0.1;

/** `localagent model pull`: progress while it comes, and with what the file was compared. */
export async function pull(
  invocation: Invocation,
  { terminal, parts, interrupted: signal }: CommandContext,
): Promise<ExitCode> {
  const [what = ''] = invocation.positionals;
  const sha256 = invocation.text('sha256');
  if (sha256 !== null && !/^[0-9a-f]{64}$/i.test(sha256))
    throw wrongUsage(`${sha256} is no SHA-256.`, 'at --sha256', 'Give its 64 hexadecimal digits.');
  const wish = { what, sha256, name: invocation.text('as') };
  const pulled = await parts.pullModel(wish, {
    signal,
    onStage: (stage) => terminal.say(stage),
    onProgress: progressOn(terminal),
  });
  terminal.live([]);
  if (!pulled.ok) throw faultError(pulled.fault, 'in "localagent model pull"');
  const { id, wasThere, sha256: hash, compared } = pulled.value;
  if (invocation.json) {
    terminal.printJson({
      schema: 'localagent.model-pull.v1',
      id,
      was_there: wasThere,
      sha256: hash,
      compared,
    });
  } else {
    terminal.print([
      wasThere ? `${id} is there already.` : `${id} is there. ${comparedWords(pulled.value)}`,
      `Try it with: localagent model test ${id}`,
    ]);
  }
  return exitCode.done;
}

function comparedWords({ sha256, compared }: PulledModel): string {
  if (compared === 'given') return 'Its SHA-256 is the expected one.';
  if (compared === 'server') return 'Its SHA-256 is the one that its server says.';
  return `Its SHA-256, which was compared with nothing, is ${sha256}.`;
}

function progressOn(terminal: CommandContext['terminal']): (have: number, total: number | null) => void {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let saidShare = 0;
  return (have, total) => {
    const share = total === null || total === 0 ? 0 : have / total;
    const words = `${Math.round(have / megabyte)} MB${
      total === null ? '' : ` of ${Math.round(total / megabyte)} (${Math.floor(share * 100)}%)`
    }`;
    if (terminal.interactive) {
      const now = performance.now();
      if (now - drawnAt < redrawMs) return;
      drawnAt = now;
      terminal.live([`  ${words}`]);
    } else if (share - saidShare >= sayEveryShare) {
      saidShare = share;
      terminal.say(`  ${words}`);
    }
  };
}

/** `localagent model remove`. */
export async function remove(invocation: Invocation, { terminal, parts }: CommandContext): Promise<ExitCode> {
  const [name = ''] = invocation.positionals;
  const removed = parts.removeModel(name);
  if (invocation.json) terminal.printJson({ schema: 'localagent.model-remove.v1', name, removed });
  else terminal.print([removed ? `${name} is gone.` : `No weights of the name ${name} are there.`]);
  return removed ? exitCode.done : exitCode.failed;
}
