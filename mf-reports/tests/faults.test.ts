import { describeFaults } from '@canje/tab-testing'
import { report } from './tab'

describeFaults(report)
