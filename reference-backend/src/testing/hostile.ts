/** Injection payloads and unusual Unicode. */
export const hostileTexts = [
  "'; drop table users; --",
  "' or '1'='1",
  "' union select username, password_hash from staff_accounts --",
  "\\'; delete from codes; --",
  '$1; truncate scores cascade',
  '{{7*7}}',
  '%',
  '_',
  '\\',
  '\ud800',
  '\u202e🙂 ﷽',
  '__proto__',
]
