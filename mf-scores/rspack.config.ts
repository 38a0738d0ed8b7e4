import { remoteConfig } from '@canje/build/rspack'

export default remoteConfig(import.meta.url)
