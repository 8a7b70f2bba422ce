/** The machine's time zone, for what a browser with a zone of its own starts: the host must not go by that one. */
export const machineZone = 'LOCALAGENT_MACHINE_TZ';

type Env = Readonly<Record<string, string | undefined>>;

/** The environment of what a browser with a zone of its own has started, with the machine's zone in it again. */
export function withMachineZone(env: Env): Env {
  const { [machineZone]: zone, ...rest } = env;
  if (zone === undefined) return env;
  const { TZ: _, ...others } = rest;
  return zone === '' ? others : { ...others, TZ: zone };
}
