// @vitest-environment node
import { expect, it } from 'vitest'
import { EnvelopeError, unwrap } from './envelope'
import { SignInPageError } from './fault'

it.each([
  ['the shallow envelope', { data: 'token' }, 'token'],
  ['the deep envelope', { data: { data: { id: 7 } } }, { id: 7 }],
  ['an array', { data: [1] }, [1]],
  ['an object payload without a data key', { data: { id: 7 } }, { id: 7 }],
  ['a null payload', { data: null }, null],
])('extracts the payload of %s', (_name, body, payload) => {
  expect(unwrap(body)).toEqual(payload)
})

it.each([[undefined], [null], [''], ['text'], [7], [[]], [[{ data: 1 }]], [{}], [{ error: 'x' }]])(
  'rejects %j',
  (body) => {
    expect(() => unwrap(body)).toThrow(EnvelopeError)
  },
)

it.each(['<html>', '\n<!DOCTYPE html><title>Proxy</title>', '<!-- Proxy --><body>'])(
  'rejects the web page %j as such',
  (body) => {
    expect(() => unwrap(body)).toThrow(SignInPageError)
  },
)
