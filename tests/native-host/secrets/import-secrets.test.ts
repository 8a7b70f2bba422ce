import { expect, test } from 'vitest';
import { readCsv } from '../../../native-host/files/read-csv.ts';
import { importCsv, importEnv } from '../../../native-host/secrets/import-secrets.ts';
import type { Result } from '../../../shared/faults.ts';

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.fault.message);
  return result.value;
}
const csv = (text: string, sites: readonly string[] = []) => given(importCsv(given(readCsv(text)), sites));

test.each([
  [
    'Chrome, Edge or Brave',
    'name,url,username,password,note\nPortal,https://portal.example.com/login,anna,pw 1 ,\n',
  ],
  [
    'Firefox',
    '"url","username","password","httpRealm","formActionOrigin","guid"\n"https://portal.example.com","anna","pw 1 ",,"",""\n',
  ],
  [
    'Bitwarden',
    'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp\n,,login,Portal,,,0,https://portal.example.com/,anna,pw 1 ,\n',
  ],
  [
    'LastPass',
    'url,username,password,totp,extra,name,grouping,fav\nhttps://portal.example.com,anna,pw 1 ,,,Portal,,0\n',
  ],
  [
    'KeePassXC',
    '"Group","Title","Username","Password","URL","Notes","TOTP"\n"Root","Portal","anna","pw 1 ","portal.example.com","",""\n',
  ],
  [
    '1Password or Apple Passwords',
    'Title,URL,Username,Password,Notes,OTPAuth\nPortal,https://portal.example.com/,anna,pw 1 ,,\n',
  ],
])('an export of %s is understood', (who, text) => {
  expect(csv(text)).toEqual({
    source: `CSV of ${who}`,
    secrets: [
      {
        name: 'portal.example.com.anna',
        value: 'pw 1 ',
        sites: ['origin:https://portal.example.com'],
        line: 2,
      },
    ],
    skipped: [],
  });
});

test('duplicates, rows without a place and rows without a password are told by their line alone', () => {
  const found = csv(
    'url,username,password\nhttps://a.example,x,one-secret\nhttps://a.example,x,one-secret\n' +
      'https://a.example,x,another-secret\n,y,lost-secret\nhttps://b.example,y,\n',
  );
  expect(found.secrets.map(({ name, line }) => [name, line])).toEqual([
    ['a.example.x', 2],
    ['a.example.x-2', 4],
  ]);
  expect(found.skipped.map(({ line }) => line)).toEqual([3, 5, 6]);
  expect(JSON.stringify(found.skipped)).not.toContain('secret"');
  expect(JSON.stringify(found.skipped)).not.toMatch(/one-secret|another-secret|lost-secret/);
});

test('sources of codes come along, as an address or as the bare seed', () => {
  const found = csv('url,username,password,totp\nhttps://a.example,x,pw-one,JBSW Y3DP EHPK 3PXP\n');
  expect(found.secrets.map(({ name }) => name)).toEqual(['a.example.x', 'a.example.x.code']);
  expect(found.secrets[1]?.value).toContain('otpauth://totp/');
  expect(csv('url,password,totp\nhttps://a.example,,not a seed!\n').skipped).toHaveLength(1);
});

test('given sites stand over those of the file, and a file without passwords is refused', () => {
  expect(csv('url,password\nhttps://a.example,pw-one\n', ['domain:example.com']).secrets[0]?.sites).toEqual([
    'domain:example.com',
  ]);
  expect(importCsv(given(readCsv('a,b\n1,2\n')), [])).toMatchObject({ ok: false });
});

test('.env lines are read with their quotes, comments and exports; a wrong line is told by its number', () => {
  const text =
    '# keys\nAPI_KEY=abcdef\nexport TOKEN="a\\"b # c"\nPLAIN=x y # z\nQ=\'$x\'\nnot a line secret-1\nE=\n';
  const found = given(importEnv(text, ['domain:example.com']));
  expect(found.secrets.map(({ name, value }) => [name, value])).toEqual([
    ['API_KEY', 'abcdef'],
    ['TOKEN', 'a"b # c'],
    ['PLAIN', 'x y'],
    ['Q', '$x'],
  ]);
  expect(found.skipped.map(({ line }) => line)).toEqual([6, 7]);
  expect(JSON.stringify(found.skipped)).not.toContain('secret-1');
  expect(importEnv(text, [])).toMatchObject({ ok: false });
});
