import { expect, it } from 'vitest'
import { isPostgresUrl, placeOf } from './postgres-url'

it.each([
  ['postgres://localhost/canje', 'localhost/canje'],
  ['postgresql://canje@db.example.com:5432/canje?sslmode=require', 'db.example.com:5432/canje'],
  ['postgres://canje:p%40ss%2Fword@[::1]:5433/canje', '[::1]:5433/canje'],
  ['postgres:///canje?host=/var/run/postgresql', '/var/run/postgresql/canje'],
  ['postgresql://canje@/canje?host=/var/run/postgresql&port=5433', '/var/run/postgresql:5433/canje'],
  ['postgresql://canje:secret@/canje?host=/var/run/postgresql&password=secret', '/var/run/postgresql/canje'],
  ['postgresql://canje:secret@%2Fvar%2Frun%2Fpostgresql:5433/canje', '%2Fvar%2Frun%2Fpostgresql:5433/canje'],
  ['postgres://canje:secret@proxy/canje?host=db.example.com', 'db.example.com/canje'],
])('accepts %s, and shows it without user and password', (text, place) => {
  expect(isPostgresUrl(text)).toBe(true)
  expect(placeOf(text)).toBe(place)
})

it.each([
  '',
  'localhost:5432/canje',
  'http://localhost/canje',
  'postgres//localhost',
  'postgres://canje:secret@localhost:port/canje',
  'postgres:canje:secret@localhost/canje',
  'postgres://canje:1234/secret@localhost/canje',
  'postgres://canje:1234#secret@localhost/canje',
  'postgres://canje:se/cret@/canje?host=/var/run/postgresql',
])('rejects "%s"', (text) => {
  expect(isPostgresUrl(text)).toBe(false)
})
