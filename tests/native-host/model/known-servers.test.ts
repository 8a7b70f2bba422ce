import { expect, test } from 'vitest';
import { knownServers } from '../../../native-host/model/known-servers.ts';
import { isRemote } from '../../../native-host/model/server.ts';

const urls = (env: Record<string, string>) =>
  Object.fromEntries(knownServers(env, []).map(({ provider, url }) => [provider, url]));

test('without any setting the usual ports of this machine are tried, and nothing else', () => {
  expect(urls({})).toEqual({
    lmstudio: 'http://127.0.0.1:1234/v1',
    ollama: 'http://127.0.0.1:11434',
    llamacpp: 'http://127.0.0.1:8080/v1',
    vllm: 'http://127.0.0.1:8000/v1',
  });
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['127.0.0.1:7777', 'http://127.0.0.1:7777'],
  [':7777', 'http://127.0.0.1:7777'],
  ['box.local', 'http://box.local:11434'],
  ['https://models.example.com/', 'https://models.example.com'],
  ['not a host', 'http://127.0.0.1:11434'],
])('OLLAMA_HOST=%s is %s', (host, url) => {
  expect(urls({ OLLAMA_HOST: host })['ollama']).toBe(url);
});

test.each([
  ['http://127.0.0.1:5555', 'http://127.0.0.1:5555/v1'],
  ['http://127.0.0.1:5555/v1/', 'http://127.0.0.1:5555/v1'],
  ['five', 'http://127.0.0.1:1234/v1'],
])('LMSTUDIO_BASE_URL=%s is %s', (given, url) => {
  expect(urls({ LMSTUDIO_BASE_URL: given })['lmstudio']).toBe(url);
});

test('a cloud is there when its key is, and comes after this machine', () => {
  const servers = knownServers({ OPENAI_API_KEY: 'k', XAI_API_KEY: 'x' }, [
    { name: 'groq', url: 'https://api.groq.com/openai/v1', keys: ['secret:groq'], context_tokens: 32_000 },
    { name: 'llamacpp', url: 'http://127.0.0.1:9090/v1', keys: [], context_tokens: null },
  ]);
  expect(servers.map(({ provider, place, remote }) => [provider, place, remote])).toEqual([
    ['llamacpp', 'http://127.0.0.1:9090', false],
    ['lmstudio', 'http://127.0.0.1:1234', false],
    ['ollama', 'http://127.0.0.1:11434', false],
    ['vllm', 'http://127.0.0.1:8000', false],
    ['groq', 'api.groq.com', true],
    ['openai', 'api.openai.com', true],
    ['xai', 'api.x.ai', true],
  ]);
});

test.each([
  ['http://127.0.0.1:1234', false],
  ['http://127.8.8.8', false],
  ['http://localhost:8080', false],
  ['http://[::1]:8080', false],
  ['http://192.168.1.20:1234', true],
  ['http://10.0.0.2', true],
  ['http://127.0.0.1.example.com', true],
  ['http://localhost.example.com', true],
  ['https://api.openai.com', true],
])('%s is elsewhere: %s', (url, remote) => {
  expect(isRemote(url)).toBe(remote);
});
