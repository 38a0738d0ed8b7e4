import { describeFaults } from '@canje/tab-testing'
import { referrals } from './tab'

describeFaults(referrals)
