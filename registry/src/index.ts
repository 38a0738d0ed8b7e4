export * from './registry'
