import { availableParallelism, loadavg, totalmem } from 'node:os';
import { availableMemory, constrainedMemory } from 'node:process';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
const gibibyte = 1024 * mebibyte;

/** Memory that one token of context takes, and what a model takes beside weights and context. */
const contextTokenBytes = 32 * kibibyte;
const workingBytes = 256 * mebibyte;
/** What is left to everything else on the machine. */
const reserveBytesMin = 2 * gibibyte;
const reserveShare = 5;
/** Less context than this is of no use to a run. */
const contextTokensMin = 2_048;
const contextStep = 256;

export type Memory = { readonly totalBytes: number; readonly availableBytes: number };

export type ResourcePlan =
  | { readonly fits: true; readonly contextTokens: number; readonly needsBytes: number }
  | { readonly fits: false; readonly needsBytes: number; readonly hasBytes: number };

/**
 * Whether a model fits this machine, with as much of the wanted context as does: weights, 32 KiB a token and 256 MiB, beside
 * a reserve of 2 GiB or a fifth of the memory, whichever is more.
 */
export function resourcePlan(weightsBytes: number, contextWanted: number, memory: Memory): ResourcePlan {
  const reserve = Math.max(reserveBytesMin, memory.totalBytes / reserveShare);
  // What other programs hold now they may give back or not; what is reserved is for them to grow.
  const hasBytes = Math.max(0, Math.min(memory.totalBytes - reserve, memory.availableBytes));
  const forContext = hasBytes - weightsBytes - workingBytes;
  const fitting = Math.floor(forContext / contextTokenBytes / contextStep) * contextStep;
  const contextTokens = Math.min(contextWanted, fitting);
  const needs = (tokens: number): number => weightsBytes + workingBytes + tokens * contextTokenBytes;
  return contextTokens >= Math.min(contextTokensMin, contextWanted)
    ? { fits: true, contextTokens, needsBytes: needs(contextTokens) }
    : { fits: false, needsBytes: needs(contextTokensMin), hasBytes };
}

/**
 * Threads to compute with: the cores that nothing else keeps busy. Threads of one step wait for each other in a loop, so with
 * more of them than cores that are free each step takes many times as long.
 */
export function threadsFor(cores: number, load: number): number {
  return Math.min(cores, Math.max(1, Math.round(cores - load)));
}

export function machineThreads(): number {
  return threadsFor(availableParallelism(), loadavg()[0] ?? 0);
}

/** The memory of this machine, or of the control group that this process is held in. */
export function machineMemory(): Memory {
  const total = totalmem();
  // Without a limit it is zero, or a number beyond any machine.
  const limit = constrainedMemory();
  return {
    totalBytes: limit > 0 && limit < total ? limit : total,
    availableBytes: availableMemory(),
  };
}
