import { expect, it } from 'vitest';
import { spellingsOf } from './spellings.ts';

it.each([
  ['Васильев', ['vasilyev', 'vasiliev', 'vasilev']],
  ['Соловьёв', ['solovyov', 'soloviev', 'solovev']],
  ['Ильин', ['ilyin', 'ilin']],
  ['Наталья', ['natalya', 'natalia']],
  ['Алексей', ['aleksey', 'alexei', 'aleksei']],
  ['Володимир Гончар', ['volodimir gonchar', 'volodymyr honchar']],
  ['Сергій', ['sergiy', 'sergii', 'serhii']],
  ['Євген', ['yevgen', 'yevhen']],
  ['Дем’янишин', ['dem’ianyshyn']],
  ["В'ячеслав Згурський", ["v'yacheslav zgurskiy", "v'iacheslav zghurskyi"]],
  ['Γιώργος', ['giorgos']],
  ['Müller', ['mueller']],
])('%s is also written %j', (name, latin) => {
  expect(spellingsOf(name)).toEqual(expect.arrayContaining(latin));
});

it('и is not written as y at the beginning of a word', () => {
  expect(spellingsOf('Ирина Иванова').join(' ')).not.toMatch(/\by/);
});

it('a name in Latin letters has one spelling', () => {
  expect(spellingsOf('Maya Chen')).toEqual(['Maya Chen']);
});
