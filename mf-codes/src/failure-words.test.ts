import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from '@canje/shared-ui'
import { expect, it } from 'vitest'
import { failedCreation, failedDeletion, failedDeletionOfAll, failedRestoration } from './failure-words'

const SPECIFICATION = join(import.meta.dirname, '../../docs/specification.md')

/** The columns of the specification's table that leave the session open, in its order. */
const FAULTS: readonly Fault[] = [
  { kind: 'refused', status: 404 },
  { kind: 'busy', retryAfterSeconds: 120 },
  { kind: 'failed', status: 500, retryAfterSeconds: null },
  { kind: 'no-response' },
  { kind: 'sign-in-page' },
  { kind: 'unreadable' },
]

it.each([
  ['InsertCodes', failedCreation],
  ['DeleteCode', failedDeletion({ id: 1, name: '{code name}', userName: null, used: 0, date: null })],
  ['DeleteAllCodes', failedDeletionOfAll],
  ['RestoreCodes', failedRestoration],
])('says why %s failed, in the words of the specification', (endpoint, words) => {
  const row = new RegExp(`^\\| \`${endpoint}\` .*$`, 'm').exec(readFileSync(SPECIFICATION, 'utf8'))?.[0] ?? ''
  const sentences = [...row.matchAll(/`([^`]+)`/g)].slice(1).map(([, text]) => text)
  expect(FAULTS.map((fault) => words(fault, fault.kind === 'refused'))).toEqual(sentences)
})

it('names a code without a text by its noun', () => {
  const words = failedDeletion({ id: 1, name: null, userName: null, used: 0, date: null })
  expect(words({ kind: 'refused', status: 404 }, true)).toBe('No se borró el codigo: el servicio no lo encontró.')
})
