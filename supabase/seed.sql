-- The blog's first posts. Run once on a new database, and safe to run again. Never put customers here: a hosted
-- project would get them.
insert into public.posts (slug, title, excerpt, image_url, category, created_at, content) values
('what-are-tlds-and-why-they-matter-for-your-brand',
 'What are TLDs, and why they matter for your brand',
 'The last part of a web address says more about you than you think. A short guide to choosing it.',
 '/pictures/post-names.svg', 'Business', '2026-11-12T06:30:00Z', $md$
The TLD, or top-level domain, is the last part of a web address. In `mamamboga.co.ke` it is `.ke`, and `.co.ke` is the part of it that is meant for companies. People read it in half a second and draw conclusions from it: where you are, what you do, whether you are serious.

## Three families

| Family | Examples | Who it suits |
|---|---|---|
| Country | `.co.ke`, `.or.ke`, `.sc.ke`, `.me.ke` | Anyone whose customers are mostly in Kenya |
| General | `.com`, `.org`, `.net` | Businesses that sell beyond the border |
| Newer | `.site`, `.dev`, `.tech` | Projects, where the short name elsewhere is gone |

## What it changes for you

- **Trust.** A Kenyan ending tells a Kenyan customer that there is somebody here to call.
- **Memory.** People type what they expect. If your name ends in something unusual, say it on every poster.
- **Search.** Search engines do not rank one ending above another as such. A country ending does tell them which country you mean.

## How to choose

1. Say the whole address aloud on the phone. If you must spell it, think again.
2. If you can afford two, take the Kenyan one and the `.com`, and let one lead to the other.
3. Look at the renewal price and not only at the first year.

A name is a small yearly cost and a decision you live with for long. Take an evening over it.
$md$),
('your-first-dns-records-explained-over-chai',
 'Your first DNS records, explained over chai',
 'A, CNAME, MX and TXT without the fog. Four records are enough for most small businesses.',
 '/pictures/post-dns.svg', 'Technology', '2026-10-28T07:00:00Z', $md$
DNS is the phone book of the internet. You own a name; DNS says where that name lives. Most small businesses need four kinds of entries, and nobody has to fear them.

| Type | What it says | Example |
|---|---|---|
| `A` | This name is at this address | `duka.co.ke` → `192.0.2.10` |
| `CNAME` | This name is another word for that one | `www` → `duka.co.ke` |
| `MX` | Mail for this name goes to that server | `duka.co.ke` → `mail.example.com`, priority 10 |
| `TXT` | A note that others read | `v=spf1 include:example.com -all` |

## Three rules that save a day

1. **One name, one job.** A name with a `CNAME` can have no other record beside it.
2. **Lower priority wins.** With two `MX` records, mail goes to the one with the smaller number first.
3. **Changes take time.** The TTL is how many seconds others may remember the old answer. With 3600, wait an hour before you worry.

## Before you change anything

Write down what is there now. A picture taken with your phone will do. If something breaks, you can put it back, and with DNS putting it back is usually the whole repair.

The record you delete by accident is nearly always the mail one. Read the line twice before you press the button.
$md$),
('why-your-invoices-land-in-spam',
 'Why your invoices land in spam',
 NULL,
 '/pictures/post-mail.svg', 'Technology', '2026-10-14T06:00:00Z', $md$
You send an invoice. The customer says it never came. It did: it lies in the spam folder, between a lottery and a lonely prince. Often the reason is that your domain does not say who may send mail in its name.

Three records say so:

- **SPF** is a list of the servers that may send for you.
- **DKIM** is a signature that each mail carries. The matching key stands in your DNS.
- **DMARC** says what others should do with mail that fails both checks, and where to send reports.

A start for a domain that sends through one provider looks like this:

```
@        TXT   v=spf1 include:spf.provider.example -all
_dmarc   TXT   v=DMARC1; p=none; rua=mailto:reports@duka.co.ke
```

Use the exact `include` that your mail provider gives you. The DKIM record comes from them as well.

## Mistakes we see often

1. Two SPF records. There may be **only one**; put both providers into the same line.
2. More than ten look-ups in SPF. Every `include` counts, and those inside it count too.
3. Starting with `p=reject`. Begin with `p=none`, read the reports for some weeks, and only then be strict.

None of this makes a mail interesting. But it makes sure that yours is judged by what it says, and not by who might have forged it. The full rules are in [RFC 7208](https://www.rfc-editor.org/rfc/rfc7208) for those who like to read.
$md$),
('a-school-website-parents-will-actually-open',
 'A school website parents will actually open',
 'Fees, dates, a phone number. What parents look for on a phone at six in the evening.',
 '/pictures/post-school.svg', '#ThatsTheSPIRIT', '2026-09-30T08:15:00Z', $md$
Parents do not visit a school website to admire it. They stand at a matatu stage with four per cent of battery and want one thing. If they find it, they come back.

## What they look for

1. The term dates, and the day of the next parents' meeting
2. The fee structure, and how to pay
3. A phone number that somebody answers
4. What the child needs to bring

Put these four on the first page, as text. A scanned circular is a picture: it costs data, cannot be searched, and cannot be read aloud by the phone.

## What can wait

The slideshow, the video of the sports day, the message from the founder. They are lovely. They belong one tap further in.

## A small plan for one afternoon

- Ask five parents what they last needed to know.
- Write the answers in plain English, and in Kiswahili if that is what you speak at the gate.
- Give one person the job of keeping the dates right. Not a committee. One person.
- Check the page on the cheapest phone in the staff room.

Schools in Kenya can register names under `.sc.ke`. It tells parents at once that they have found the school, and not somebody's page about it.

A page like this takes no great skill. It takes respect for the time of the person reading it, and schools have always been good at teaching that.
$md$),
('co-ke-or-com',
 'co.ke or .com: an honest answer',
 'It depends on one question: where will your next hundred customers be?',
 NULL, 'Business', '2026-09-17T05:45:00Z', $md$
We are asked this every week, and most answers on the internet come from people who sell only one of the two. Here is ours.

**Take `.co.ke` first if your customers are in Kenya.** It is understood here, the good names are less picked over, and it says where you are without a word of explanation.

**Take `.com` first if you sell abroad.** A buyer in Rotterdam will type `.com` out of habit.

**Take both if the name matters to you.** Not to collect them, but so that nobody else builds a shop next door with your sign above it.

## Things that should not decide it

- *Speed.* The ending has nothing to do with how fast the page opens.
- *The first year's price.* Look at the renewal. You will pay it far more often.
- *What a cousin has.* Your cousin has other customers.

## If you take two

Choose one as the real address and let the other lead there. Print only the real one. Two addresses on one poster are remembered as none.

And mail? Use the same name for it. `info@` with your own name looks like a business; a free address looks like Tuesday.
$md$),
('what-happens-when-a-domain-expires',
 'What happens when a domain expires',
 'The days after the date, in order, and what you can still do on each of them.',
 NULL, 'Business', '2026-09-03T06:20:00Z', $md$
A domain is not bought. It is registered for some years, and on the last day it needs renewing. When that is forgotten, things go wrong in a certain order.

1. **The date passes.** The website may keep working for a short while. Do not take comfort in it.
2. **The name stops answering.** The site is gone, and so is the mail. Nobody tells the people who write to you.
3. **A grace period.** For many endings you can still renew at the usual price. How long it lasts differs from registry to registry.
4. **Redemption.** With many general endings the name can be rescued for some weeks more, for a fee that hurts.
5. **Released.** Anybody may register it. There are people who wait for just that.

The lengths are set by each registry and change from time to time, so ask before you count on them.

## Mail is the real damage

A website that is down for two days is embarrassing. Two days of lost orders, exam papers or bank messages are worse. Worse still: whoever registers the name afterwards can receive mail that was meant for you, password links included.

## What helps

- Renew for more than one year if the name is your shop sign.
- Keep the contact address of the domain **outside** the domain itself, or the warning goes to the mailbox that has stopped working.
- Write the date into the calendar of two people.
$md$),
('pages-that-open-on-a-cheap-phone',
 'Pages that open on a cheap phone',
 NULL,
 '/pictures/post-phone.svg', 'Technology', '2026-08-20T07:40:00Z', $md$
Take the cheapest Android phone you can borrow. Switch off the Wi-Fi. Walk to the place in the building where calls drop. Now open your own website, and count aloud.

If you reach ten, your customers have gone. Here is where those seconds usually go.

| What | Typical size | What to do |
|---|---|---|
| A photo straight from the camera | 3 to 6 MB | Scale to 1200 pixels wide, save as WebP |
| Fonts from elsewhere | 100 to 400 KB | Use the phone's own fonts |
| A chat bubble | 200 KB and up | A WhatsApp link does the job |
| A slideshow | 5 pictures, 1 seen | Show the one |

## Text first

The part that people came for is nearly always text, and text is tiny. A page of two thousand words weighs less than one icon font. Let it come first and let everything else follow.

## Forms must survive

A form that loses what was typed when the network blinks has lost you a customer for good. A plain HTML form keeps its text when the visitor presses Back. Test exactly that: fill it in, switch to flight mode, press Send, and see what is left.

## Measure

Chrome has a tool called Lighthouse built in. Set it to *mobile* and look at two numbers: how much is transferred, and how long until something can be read. The rest is decoration.
$md$),
('moving-your-website-without-losing-a-day',
 'Moving your website without losing a day',
 'A checklist for changing hosting in the right order, with the mail untouched.',
 '/pictures/post-host.svg', 'Technology', '2026-08-05T06:10:00Z', $md$
Moving to another host is like moving house: easy if you pack first, miserable if you hand in the keys first. This order works.

## A week before

- Make a full backup, files and database, and **download it**.
- Write down every DNS record. All of them. The odd `TXT` record from three years ago is the one that proves your domain to your mail provider.
- Lower the TTL of the records that will change to 300 seconds.

## The day before

- Put the site on the new server.
- Test it there without changing DNS. On your own computer, add a line to the `hosts` file:

```
192.0.2.50   duka.co.ke www.duka.co.ke
```

- Click through everything. Send the contact form. Log in.

## The day itself

1. Choose a quiet hour. Sunday evening is better than Monday morning.
2. Change the `A` record. Leave `MX` and the mail records alone.
3. Remove the line from the `hosts` file and look again.
4. Leave the old server running. Some visitors will be sent there until their memory of the old address has run out.

## A week later

Raise the TTL again, make a backup of the new place, and only then cancel the old one.

The most expensive words in this trade are *I thought you had the backup*.
$md$),
('the-hardware-shop-and-the-price-list',
 'The hardware shop and the price list',
 'An invented shop, and a very real question: should prices stand on the website?',
 '/pictures/post-shop.svg', '#ThatsTheSPIRIT', '2026-07-22T09:00:00Z', $md$
Picture a hardware shop on the road out of Nyeri. Cement, iron sheets, paint, and a man called Kariuki who knows where everything is. He does not exist, but you know him.

Kariuki gets forty calls a day, and thirty ask the same thing: *how much is a bag today?* He is proud of answering. He is also tired at five, and the caller who hears the engaged tone rings the shop across the road.

So his daughter makes one page. Twelve products, today's price, the date beside it, and below it a phone number.

He worries:

- **Competitors will see my prices.** They could always ring up and ask.
- **Prices change.** Then the page changes. Twelve numbers take two minutes with the morning tea.
- **People will not call any more.** The ones with a real question still will, and now the line is free.

What such a page needs is small:

1. The date, so that people believe it
2. Prices as text, so that a phone can show them without a download
3. The number as a link, `tel:+254…`, so that one tap calls

That is all. No cart, no login, no newsletter that pops up over the price of nails.

Technology in a small business is seldom about growing ten times. It is about five o'clock, and having a voice left for the family.
$md$),
('choosing-a-name-customers-can-spell',
 'Choosing a name customers can spell',
 NULL,
 NULL, 'Business', '2026-07-08T06:00:00Z', $md$
A domain is heard more often than it is read: on the radio, across a counter, on a bad line from Kitale. That is the test it must pass.

## The phone test

Ring a friend. Say the address once, without spelling. Ask them to send it back by SMS. If it comes back wrong, your customers will get it wrong too, and you will never hear of it.

## What usually fails

- **Hyphens.** *Is that with a dash?* You will answer this for ten years.
- **Numbers.** `4` or `four`?
- **Doubled letters at a join**, as in `expresssupplies`.
- **Clever spelling.** `Kwik` saves you one registration and costs you every second visitor.
- **Initials.** Three letters mean everything to you and nothing to anybody else.

## What usually works

1. Two words, at most three
2. What you do, or where you are, or both: `nyerihardware` is not poetry, and everybody finds it
3. Kiswahili words that people know how to write
4. A name that still fits when you add a second branch

## Then look around

Search for the name before you register it. Look at social networks as well, and at the company register. A name that is free as a domain may still belong to somebody as a brand, and finding that out later is expensive.

Sleep one night over it. Then register it the same morning, because good names do not wait.
$md$),
('cpanel-in-one-afternoon',
 'cPanel in one afternoon',
 'Six places in a hosting control panel that are worth knowing. You can ignore the rest.',
 '/pictures/post-host.svg', 'Technology', '2026-06-24T07:30:00Z', $md$
cPanel shows you a wall of icons on the first day. You will use six of them.

| Icon | What it is for |
|---|---|
| File Manager | The files of your site, in `public_html` |
| Email Accounts | Making mailboxes, setting their size |
| Databases | Where WordPress and its relatives keep their text |
| Backup | A copy you can download |
| SSL/TLS Status | Whether the padlock works, and until when |
| Metrics | How many visitors, how much traffic |

## First things first

1. Change the password to a long one. Three unrelated words and a number beat `P@ssw0rd`.
2. Switch on two-factor authentication under *Security*, if your plan offers it.
3. Create the mailbox `info@` and one with your own name.
4. Make a backup now, while nothing is broken, and keep it somewhere else.

## Two habits

**Look at disk use once a month.** A full disk stops mail first. People who write to you get an error, and you see nothing at all.

**Update what you install.** Most hacked sites that we are asked to clean were running a plugin somebody forgot two years ago. If you do not use it, delete it. A plugin that is not there needs no updates.

What to leave alone: anything with *Zone* in its name, until you have read [our piece about DNS](/blog/your-first-dns-records-explained-over-chai).
$md$),
('what-https-does-and-what-it-does-not',
 'What the padlock does, and what it does not',
 'HTTPS keeps others from reading along. It does not make a shop honest.',
 NULL, 'Technology', '2026-06-09T06:50:00Z', $md$
The padlock in the address bar means two things, and only two:

1. Nobody between the phone and the server can read or change what is sent.
2. The server has proved that it belongs to that name.

It does **not** mean that the people behind it are honest. A fraud at `big-prizes.example` can have a padlock too.

## Why every site needs one

- Browsers write *Not secure* beside an address without it. That is a poor greeting for a customer.
- Without it, a password typed on café Wi-Fi can be read by the next table.
- Some functions of the phone, such as location, work only with it.

## The word certificate

A certificate is the proof in point two. It has an end date, like a licence. The most common kind, *domain validated*, proves that whoever asked for it controls the name. It says nothing about the company, and for most small businesses it is enough.

## When it breaks

Three causes cover nearly everything:

- It has expired. Somebody thought it would renew itself, and the renewal failed quietly.
- It is for `www.duka.co.ke` and the visitor typed `duka.co.ke`. It must list both.
- The page is secure but loads a picture over plain `http://`.

Look at your own address once a month, on a phone that is not yours. It takes ten seconds.
$md$),
('business-e-mail-on-your-own-domain',
 'Business e-mail on your own domain',
 'Four addresses, three mistakes and one rule about passwords.',
 '/pictures/post-mail.svg', 'Business', '2026-05-26T05:30:00Z', $md$
A quotation from `wanjikutailors1987@` some free provider and one from `wanjiku@` her own name may hold the same figures. The second one is opened first.

## Four addresses are enough

- `info@` for everybody who does not know whom to ask
- `accounts@` for invoices, read by whoever pays them
- One with your own name, for people you have met
- `postmaster@`, because other servers write there when something is wrong

`info@` and `accounts@` can be shared or forwarded. Your own should not be.

## Three mistakes

1. **One mailbox, five people, one password.** When one of them leaves, you will change it. Or you will not, which is worse.
2. **Forwarding everything to a free mailbox.** Forwarded mail is more often taken for spam, and answering from there shows the other address anyway.
3. **No copy.** A mailbox that lives on one laptop is gone when the laptop is.

## The rule about passwords

Every mailbox has its own password, and the mailbox that can reset all others has two-factor sign-in. Somebody who gets into your mail can get into everything else you own, one *forgot password* at a time.

If you need shared calendars and documents besides mail, look at a full office suite. If you only need mail, do not pay for the rest.
$md$),
('learning-when-the-network-is-away',
 'Learning when the network is away',
 NULL,
 '/pictures/post-school.svg', '#ThatsTheSPIRIT', '2026-05-11T08:00:00Z', $md$
There are schools in this country where the network comes with the wind. That is no reason to wait with digital learning. It is a reason to plan it differently.

## Think in deliveries

Treat the network like the lorry that brings textbooks. It comes sometimes. When it is there, take everything you need. When it is gone, teach.

In practice:

- Fetch the week's material on Sunday evening, when the network is quiet.
- Prefer text and small pictures to video. One minute of video weighs as much as a whole book.
- Choose tools that say clearly what they have stored, and that keep a learner's answers until they can be sent.

## One device, many hands

A tablet for every child is a slogan. A tablet for every group of five is a lesson plan. One reads, one writes, one explains, two argue. Ask any teacher which of them learns most. It is often the one who explains.

## What the competency-based curriculum asks for

It asks what a learner can *do*. That suits a phone with a camera better than you might think: a picture of a seedling each Monday is an assessment, a science lesson and a diary.

## A question for every supplier

> What does it do when there is no signal?

If the answer begins with *well, normally*, keep looking.
$md$),
('the-data-protection-act-and-your-contact-form',
 'The Data Protection Act and your contact form',
 'If you ask for a name and a phone number, the Act is about you. What that means in practice.',
 NULL, 'Business', '2026-04-23T06:40:00Z', $md$
Kenya's Data Protection Act of 2019 is not only for banks. A contact form with a name and a phone number collects personal data, and whoever collects it has duties. This is a plain summary and no legal advice; the [Office of the Data Protection Commissioner](https://www.odpc.go.ke) has the texts.

## Five habits that cover most of it

1. **Say why.** One line under the form: *We use this to answer you.*
2. **Ask for less.** If you do not need the ID number, do not ask for it. What you do not hold cannot leak.
3. **Keep marketing apart.** A box for news must be unticked, and the form must work without it.
4. **Be able to answer.** People may ask what you hold about them and have it corrected or deleted. Know where to look.
5. **Have an end date.** Decide how long you keep enquiries, and then do delete them.

## Registration

Some organisations must register with the Commissioner. It depends on size and on what you do, and for some fields, schools among them, size is no excuse. Check the current rules before you decide that it is not for you.

## If something goes wrong

A lost laptop with customer data is a breach. The Act gives you **72 hours** to report one that is a real risk for people. That is little time to find out whom to call. Write the number down today.
$md$),
('backups-the-boring-hero',
 'Backups, the boring hero',
 'Three copies, two kinds of storage, one somewhere else. And a fire drill.',
 NULL, 'Technology', '2026-04-02T07:10:00Z', $md$
Nobody has ever been thanked for a backup on a good day. On the other kind of day it is the only thing that matters.

## The old rule still holds

**3 – 2 – 1**: three copies, on two kinds of storage, one of them in another place.

For a small website it can look like this:

| Copy | Where | How often |
|---|---|---|
| The site itself | Your host | always |
| The host's backup | Your host | weekly or daily, by plan |
| Your own download | A disk in the office, or a cloud folder | monthly, and before every change |

The second copy is not enough by itself. If the account is closed or broken into, site and backup go together.

## What belongs in it

- The files
- The **database**, which is where the text of the site really is
- The mail, if it matters to you
- The DNS records, as a text file

## The fire drill

A backup that has never been restored is a hope. Once a year, take the newest copy and put it on a test address. You will learn three things: whether it is complete, how long it takes, and who knows the password.

The best day for the drill is the one on which nothing is wrong. Today will do.
$md$),
('a-term-with-shared-tablets',
 'A term with shared tablets',
 'Practical notes for a school that has twelve devices and forty learners.',
 '/pictures/post-school.svg', '#ThatsTheSPIRIT', '2026-03-12T08:30:00Z', $md$
Twelve tablets, forty learners, one socket that can be trusted. Here is what teachers tell us works.

## Before the term

- **Number them.** Big, with paint, on the back. *Tablet 7 is missing* is a sentence one can act on.
- **One charging box**, one key, one person with the key.
- **Take off what is not needed.** Games find their way back by themselves.
- Write down the serial numbers and keep the list away from the box.

## In the lesson

1. Give the task before the device. Once the screen is on, nobody hears you.
2. Groups of three or four, with a role each. Change the roles every week.
3. Ten minutes with the tablet, ten minutes without. Talking about it is where it sticks.
4. Paper beside it. Always.

## After the lesson

Count them back in aloud, with the class. It takes a minute and becomes a ceremony.

## Care

| Problem | What helps |
|---|---|
| Dust | A cloth, a closed box, no spray |
| Heat | Never in the sun on the window sill |
| Cracked screens | A cheap cover costs less than one repair |
| Forgotten passwords | One school account, not forty private ones |

And the children who already have a phone at home? Make them the repair team. Pride keeps more screens whole than rules do.
$md$),
('taking-mobile-money-on-a-small-website',
 'Taking mobile money on a small website',
 'From a till number in plain text to a real checkout, in steps that each make sense alone.',
 '/pictures/post-shop.svg', 'Business', '2026-02-18T06:15:00Z', $md$
You do not need a web shop to be paid through a website. Start at the step that fits, and climb only when it hurts.

## Step 1: write it down

Put the till or paybill number on the page as text, with the name that appears on the phone when somebody pays. Customers check that name. If it differs from your shop's, say so.

## Step 2: an order form

A form that asks what, how many, and where to. You call back, agree on the delivery, and they pay by the number from step one. Dull, and good for the first hundred orders.

## Step 3: a payment link

Several payment companies let you create a link for an amount. You send it by WhatsApp and see when it is paid. There is a fee per payment; compare them.

## Step 4: a checkout

Only now does the website ask the phone for payment itself. It takes a developer, a contract with the provider, and tests for the bad days:

- The customer pays and the network is lost before the page knows it
- The customer presses twice
- The amount comes but the reference is wrong

If your developer has no answer to these three, stay on step three.

## At every step

Never ask anybody for their PIN. Say on the page that you never will. It costs one line, and one day it will save a customer.
$md$),
('how-to-read-a-phishing-mail',
 'How to read a phishing mail',
 NULL,
 '/pictures/post-mail.svg', 'Technology', '2026-01-21T07:20:00Z', $md$
*Your domain will be deleted within 24 hours. Click here.* We see this one most. Here is how to take it apart in one minute.

## 1. Look at the address, not at the name

The name can be anything. The address after it counts, and in the address only the end counts:

```
billing@your-registrar.co.ke.renew-now.example
```

This mail comes from `renew-now.example`. Everything before that is paint.

## 2. Look at where the link goes

On a computer, rest the mouse on it. On a phone, hold your finger on it until the address shows. Do not open it. Again: only the end before the first single slash counts.

## 3. Ask what it wants

- Hurry
- Secrecy
- A password, a PIN, a code from an SMS
- A payment to a new account

Two of these together, and you can stop reading.

## 4. Take the other road

Do not answer and do not use the number in the mail. Open the provider's site the way you always do, or ring the number on your last invoice. If it was real, you will find it there.

## If you have clicked

1. Change that password at once, from another device if you can, and everywhere else you used it.
2. Tell the person who looks after your mail. Early and without shame.
3. If it was about money, ring the bank or your mobile money provider first.

Everybody clicks one day. What counts is the next ten minutes.
$md$),
('a-new-year-checklist-for-your-domain',
 'A new year checklist for your domain',
 'Fifteen quiet minutes in the last days of December.',
 NULL, '#ThatsTheSPIRIT', '2025-12-29T09:00:00Z', $md$
Offices are quiet, the phone is still. Make tea. This takes fifteen minutes, and you will be glad of it in August.

- [ ] **When does it expire?** Write the date into the calendars of two people.
- [ ] **Who owns it?** The registration should carry your name or your company's, not the name of somebody who once built the site.
- [ ] **Is the contact address alive?** Send it a mail.
- [ ] **Who knows the password?** If the answer is *the intern*, call the intern.
- [ ] **Does the padlock work**, with `www` and without?
- [ ] **Does the contact form arrive?** Send one from a phone.
- [ ] **Is the phone number on the site right?** You laugh. Check it.
- [ ] **Is there a backup** from this month that is not on the same server?
- [ ] **Which mailboxes can be closed?** People leave, mailboxes stay.
- [ ] **What is out of date?** Prices, opening hours, the banner from Easter.

## And one that is not about technology

Write to three people who helped you this year, from your own address, without selling anything. No template. Two lines are enough.

That is the whole list. The tea should still be warm. See you in January.
$md$)
on conflict (slug) do nothing;
