/** The checkout in test mode, and the events that the page hears. */
import 'hub-pay';
import 'hub-pay/jsx';
import { Component } from 'preact';

const summary = [{ label: 'Coffee beans, 1 kg', amount: '25.00' }];

export class Checkout extends Component<object, { heard: string[] }> {
  override state = { heard: [] };
  hear = ({ type }: Event) => this.setState(({ heard }) => ({ heard: [...heard, type] }));

  override render() {
    return (
      <main>
        <hub-pay
          base-url="demo:"
          destination-chain-id="84532"
          destination-currency="USDC"
          amount="25.00"
          recipient="0x7A3bC1de5f60718293a4B5c6d7E8f90123456789"
          merchant="Acme Coffee"
          summary={summary}
          onhub-ready={this.hear}
          onhub-confirm={this.hear}
          onhub-success={this.hear}
        >
          <a href="/invoice">Pay another way</a>
        </hub-pay>
        <p>
          Events: <output>{this.state.heard.join(' ')}</output>
        </p>
      </main>
    );
  }
}
