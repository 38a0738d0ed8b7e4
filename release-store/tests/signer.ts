import { createPrivateKey } from 'node:crypto'
import { trustIn } from '../src/log'
import { createKey } from '../src/signing-key'
import { authorityOf } from '../src/testing/store'

/** The key of an operator and of the team of mf-codes, and the root of trust that names it. */
export const key = createPrivateKey(createKey())
export const authority = authorityOf(key, { 'mf-codes': [key], 'mf-users': [key] })
export const trust = trustIn(authority, 'mf-codes')
export const note = { authority }
