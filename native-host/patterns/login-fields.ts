// Where sign-in fields and buttons are found, the surest sign first. Data: a language is a few words more.

const usernameWords = [
  'username',
  'user name',
  'user id',
  'email',
  'e-mail',
  'login',
  'benutzername',
  'anmeldename',
  'e-mail-adresse',
  'identifiant',
  "nom d'utilisateur",
  'adresse e-mail',
  'usuario',
  'nombre de usuario',
  'correo',
  'nome utente',
  'utilizador',
  'usuário',
  'gebruikersnaam',
  'nazwa użytkownika',
  'användarnamn',
  'имя пользователя',
  'логин',
  'ユーザー名',
  'ログインid',
  '用户名',
  '用戶名',
  '아이디',
];

const buttonWords = [
  'sign in',
  'log in',
  'login',
  'log on',
  'sign on',
  'continue',
  'next',
  'anmelden',
  'einloggen',
  'weiter',
  'se connecter',
  'connexion',
  'continuer',
  'iniciar sesión',
  'acceder',
  'entrar',
  'accedi',
  'inloggen',
  'aanmelden',
  'zaloguj',
  'logga in',
  'войти',
  'ログイン',
  'サインイン',
  '登录',
  '登入',
  '로그인',
];

/** An XPath test: the element's text, in lower case, is one of the words. */
function saysOneOf(words: readonly string[], text: string): string {
  // A colon or asterisk behind a label is no part of its words, so these two are translated to nothing.
  const letters = `'ABCDEFGHIJKLMNOPQRSTUVWXYZ:*', 'abcdefghijklmnopqrstuvwxyz'`;
  const lower = `translate(normalize-space(${text}), ${letters})`;
  return `contains("|${words.join('|')}|", concat("|", normalize-space(${lower}), "|"))`;
}

const usernameLabel = `.//label[${saysOneOf(usernameWords, '.')}]`;
const isButton = 'self::button or self::input[@type="submit" or @type="button"] or @role="button"';

// `autocomplete` is what a page says of a field itself; type and place are habits; words come last.
export const usernameFields: readonly string[] = [
  'input[autocomplete~="username" i]',
  'form:has(input[type="password"]) input[type="email"]',
  'form:has(input[type="password"]) input:is([type="text"], :not([type]))',
  'input[type="email"]',
  `xpath=id(${usernameLabel}/@for) | ${usernameLabel}//input`,
  `xpath=.//input[${saysOneOf(usernameWords, '@aria-label')} or ${saysOneOf(usernameWords, '@placeholder')}]`,
  'input:is([name*="user" i], [id*="user" i], [name*="login" i]):is([type="text"], :not([type]))',
];

export const passwordFields: readonly string[] = [
  'input[type="password"][autocomplete~="current-password" i]',
  'input[type="password"]',
];

/** Where a code of the moment goes, which some sites ask for after the password. */
export const codeFields: readonly string[] = [
  'input[autocomplete~="one-time-code" i]',
  'input:is([name*="otp" i], [id*="otp" i], [name*="totp" i], [name*="2fa" i], [name*="mfa" i])',
  'input[inputmode="numeric"][maxlength="6"]',
  'input:is([name*="code" i], [id*="code" i]):is([type="text"], [type="tel"], [type="number"], :not([type]))',
];

export const signInButtons: readonly string[] = [
  'form:has(input[type="password"]) :is(button, input)[type="submit"]',
  'form:has(input[type="password"]) button:not([type="button"], [type="reset"])',
  'form:has(input[autocomplete~="username" i]) :is(button, input)[type="submit"]',
  `xpath=.//*[${isButton}][${saysOneOf(buttonWords, 'concat(., @value)')}]`,
];
