import { type HandlerName, handlers } from './handlers/index.ts';
import { stateMachine } from './state-machine.ts';

/** `choose-template` → `ChooseTemplate`: how `template.yaml` calls a handler's function. */
export function resourceName(name: HandlerName): string {
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The names of all handlers, as the deployment and the workers need them. */
export const handlerNames = Object.keys(handlers).filter((name): name is HandlerName =>
  Object.hasOwn(handlers, name),
);

/** The state machine as it is deployed: `state-machine.asl.json`, whose `${…}` the deployment fills in. */
export function definition(): string {
  const machine = stateMachine({
    handlerArn: (name) => open(resourceName(name)),
    workerActivityArn: open('JobsActivity'),
    jobSeconds: 1_800,
    heartbeatSeconds: 120,
    jobsAtOnce: 40,
  });
  return `${JSON.stringify(machine, null, 2)}\n`;
}

/** A place that the deployment fills in. */
function open(name: string): string {
  return `\${${name}Arn}`;
}
