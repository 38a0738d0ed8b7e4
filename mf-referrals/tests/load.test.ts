import { describeLoad } from 'tab-testing'
import { referrals } from './tab'

describeLoad(referrals)
