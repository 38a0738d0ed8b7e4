import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

// Otherwise Vite finds no built-in module, and React has no `act`.
it('runs tests with NODE_ENV=test, where a pipeline sets production', () => {
  const program = "await import('./vitest.js'); console.log(process.env.NODE_ENV)"
  const options = { cwd: import.meta.dirname, env: { ...process.env, NODE_ENV: 'production' } }
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], options).toString()).toBe('test\n')
})
