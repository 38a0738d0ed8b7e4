import { describeFaults } from '@canje/tab-testing'
import { scores } from './tab'

describeFaults(scores)
