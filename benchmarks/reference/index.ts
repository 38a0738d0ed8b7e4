import { startPage } from 'shell/start'
import { loadMain } from './load-main'

startPage(() => loadMain)
