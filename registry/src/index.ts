export * from './parse-registry'
export * from './registry'
