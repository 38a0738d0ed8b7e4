import { expect, it } from 'vitest'
import { isPostgresUrl } from './postgres-url'

it.each([
  'postgres://localhost/canje',
  'postgresql://canje@db.example.com:5432/canje?sslmode=require',
  'postgres://canje:p%40ss%2Fword@[::1]/canje',
  'postgres:///canje?host=/var/run/postgresql',
])('accepts %s', (text) => {
  expect(isPostgresUrl(text)).toBe(true)
})

it.each([
  '',
  'canje',
  'localhost:5432/canje',
  'http://localhost/canje',
  'postgres//localhost',
  'postgres://canje:secret@localhost:port/canje',
  'postgres:canje:secret@localhost/canje',
  'postgres://canje:1234/secret@localhost/canje',
  'postgres://canje:1234?secret@localhost/canje',
  'postgres://canje:1234#secret@localhost/canje',
])('rejects "%s"', (text) => {
  expect(isPostgresUrl(text)).toBe(false)
})
