import config from './playwright.config'

/** The test of the kit. It starts the product itself, and mostly waits for npm, so it runs beside the unit tests. */
export default { ...config, testIgnore: [], testMatch: 'kit.spec.ts', globalSetup: [], workers: 1 }
