/** Weights that are pulled by a short name, each bound to one revision and its hash. */
export type NamedWeights = {
  readonly name: string;
  readonly url: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly license: string;
};

export const namedWeights: readonly NamedWeights[] = [
  {
    name: 'qwen2.5-7b',
    url: 'https://huggingface.co/bartowski/Qwen2.5-7B-Instruct-GGUF/resolve/8911e8a47f92bac19d6f5c64a2e2095bd2f7d031/Qwen2.5-7B-Instruct-Q4_K_M.gguf',
    sha256: '65b8fcd92af6b4fefa935c625d1ac27ea29dcb6ee14589c55a8f115ceaaa1423',
    bytes: 4_683_074_240,
    license: 'Apache-2.0',
  },
  {
    name: 'qwen2.5-1.5b',
    url: 'https://huggingface.co/Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/91cad51170dc346986eccefdc2dd33a9da36ead9/qwen2.5-1.5b-instruct-q4_k_m.gguf',
    sha256: '6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e',
    bytes: 1_117_320_736,
    license: 'Apache-2.0',
  },
];
