import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const argv = [...process.argv]
beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.unstubAllEnvs()
  process.argv = argv
})

/** The mode of configurations that a command reads, and what plugins see of it. */
async function modeFor(command: string[], nodeEnv: string) {
  vi.stubEnv('NODE_ENV', nodeEnv)
  process.argv = ['node', 'program.js', ...command]
  const { IS_PRODUCTION } = await import('./project')
  return { isProduction: IS_PRODUCTION, nodeEnv: process.env.NODE_ENV }
}

describe.each(['production', 'development', ''])('with NODE_ENV=%s', (nodeEnv) => {
  it.each([[[]], [['build']], [['--config', 'dev']]])('builds for production: rspack %j', async (command) => {
    expect(await modeFor(command, nodeEnv)).toEqual({ isProduction: true, nodeEnv: 'production' })
  })

  it.each(['dev', 'serve'])('serves for development: %s', async (command) => {
    expect(await modeFor([command], nodeEnv)).toEqual({ isProduction: false, nodeEnv: 'development' })
  })
})

it('builds for development on request', async () => {
  vi.stubEnv('CANJE_DEVELOPMENT', 'true')
  expect(await modeFor(['build'], 'production')).toEqual({ isProduction: false, nodeEnv: 'development' })
})
