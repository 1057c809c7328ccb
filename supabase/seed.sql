-- The blog's first posts. Run once on a new database, and safe to run again. Never put customers here: a hosted
-- project would get them.
insert into public.posts (slug, title, excerpt, image_url, category, created_at, published_at, content)
select slug, title, excerpt, image_url, category, at::timestamptz, at::timestamptz, content from (values
('what-are-tlds-and-why-they-matter-for-your-brand',
 'What are TLDs, and why they matter for your brand',
 'The last part of a web address says more about you than you think. A short guide to choosing it.',
 '/pictures/post-names.svg', 'Business', '2026-11-12T06:30:00Z', $md$
The TLD, or top-level domain, is the last part of a web address. In `mamamboga.co.ke` it is `.ke`, and `.co.ke` is the part of it that is meant for companies. People read it in half a second and draw conclusions from it: where you are, what you do, whether you are serious.

Endings of two letters belong to countries and territories. [RFC 1591](https://www.rfc-editor.org/rfc/rfc1591) wrote that down in 1994, and it still holds. So `.ai`, which looks like a label for clever software, is the ending of Anguilla, an island in the Caribbean. `.com` and `.africa` belong to no country at all.

## Three families

| Family | Examples | Who it suits |
|---|---|---|
| Country | `.co.ke`, `.or.ke`, `.sc.ke`, `.me.ke` | Anyone whose customers are mostly in Kenya |
| General | `.com`, `.org`, `.net` | Businesses that sell beyond the border |
| Newer | `.site`, `.dev`, `.tech` | Projects, where the short name elsewhere is gone |

## The Kenyan endings, one by one

KeNIC, the registry for `.ke`, has nine endings with a purpose. A name directly under `.ke` can be had too, and costs more.

- **Business and people:** `.co.ke` is for companies, `.or.ke` for organisations that do not work for profit, `.me.ke` for a person's own name.
- **Special uses:** `.info.ke` is for information, `.mobi.ke` for content made for phones, `.ne.ke` for network devices.
- **With papers:** `.sc.ke` is for schools up to secondary, `.ac.ke` for colleges and universities, `.go.ke` for government.

For the last three KeNIC wants to see documents first. A school sends its registration certificate from the Ministry of Education, and the name on it must be the school's own. Start early: a person looks at the papers, and you cannot hurry them on the evening before the opening day.

## What it changes for you

- **Trust.** A Kenyan ending tells a Kenyan customer that there is somebody here to call.
- **Memory.** People type what they expect. If your name ends in something unusual, say it on every poster.
- **Search.** Search engines do not rank one ending above another as such. A country ending does tell them which country you mean.
- **Security.** Browsers open `.dev`, and a few others such as `.app`, only over HTTPS. A site there needs its certificate on the first day. Otherwise one ending is as safe as the next.

## How to choose

1. Say the whole address aloud on the phone. If you must spell it, think again.
2. If you can afford two, take the Kenyan one and the `.com`, and let one lead to the other. We have written [more about that pair](/blog/co-ke-or-com).
3. Look at the renewal price and not only at the first year. [Our price list](/domains/pricing) shows both.
4. Register it in the name of the business, with an e-mail address that will still be read in five years.

Say you repair water pumps in Machakos. Your customers are farmers within two hours' drive: take `.co.ke` and be done. Now say you also ship spare parts to Arusha and Kampala. Then `.com` is worth its money, because a Ugandan buyer reads `.co.ke` as *far away*.

A name is a small yearly cost and a decision you live with for long. Take an evening over it, [look at what is free](/domains), and ask somebody who is not in the business to read it back to you.
$md$),
('your-first-dns-records-explained-over-chai',
 'Your first DNS records, explained over chai',
 'A, CNAME, MX and TXT without the fog. Four records are enough for most small businesses.',
 '/pictures/post-dns.svg', 'Technology', '2026-10-28T07:00:00Z', $md$
DNS is the phone book of the internet. You own a name; DNS says where that name lives. Most small businesses need four kinds of entries, and nobody has to fear them.

Pour a cup. By the time it is empty you will be able to read your own records, change one, and put it back if you were wrong.

## Four records

| Type | What it says | Example |
|---|---|---|
| `A` | This name is at this address | `duka.co.ke` → `192.0.2.10` |
| `CNAME` | This name is another word for that one | `www` → `duka.co.ke` |
| `MX` | Mail for this name goes to that server | `duka.co.ke` → `mail.example.com`, priority 10 |
| `TXT` | A note that others read | `v=spf1 include:spf.example.com -all` |

You may meet two more. `AAAA` is an `A` record for the newer, longer addresses of IPv6. `CAA` names the companies that may issue a certificate for your domain; without it, any of them may.

## How a question travels

A customer in Eldoret types `duka.co.ke`. Her phone does not know the address, so it asks a *resolver*, usually a machine of her network provider. The resolver asks its way down, from right to left:

1. A root server says who is in charge of `.ke`.
2. The servers of `.ke`, which KeNIC runs, say which name servers are in charge of `duka.co.ke`.
3. Your name servers say `192.0.2.10`.
4. The resolver tells the phone, and remembers the answer for as long as the record allows.

![A billboard with an address drawn as blocks: five dark ones, a red dot, and two red ones.](/pictures/post-names.svg)

People read the board from the left, and DNS from the right: the ending first, then your own name, and last whatever you put before it.

All of it takes a fraction of a second. The last step is the one that causes the telephone calls, and we shall come to it.

## A whole zone, line by line

Everything about your domain together is called a *zone*. Written as a file it looks like this, whatever the buttons in your control panel look like:

```
$ORIGIN duka.co.ke.
$TTL 3600

@       IN  A      192.0.2.10
@       IN  AAAA   2001:db8::10
www     IN  CNAME  duka.co.ke.
@       IN  MX     10 mail.example.com.
@       IN  MX     20 mail2.example.com.
@       IN  TXT    "v=spf1 include:spf.example.com -all"
```

`@` means the domain itself. The full stop at the end of `mail.example.com.` says that the name is complete. Leave it out, and in a zone file it becomes `mail.example.com.duka.co.ke`, which is nowhere. Most control panels put the full stop there for you. Some do not, so look at the result. If your panel can export such a file, keep a copy in the office.

The format is older than most of us: [RFC 1035](https://www.rfc-editor.org/rfc/rfc1035) described it in 1987.

## Three rules that save a day

**One name, one job.** A name with a `CNAME` can have no other record beside it. For the same reason the domain itself, the `@`, cannot be a `CNAME`: it always carries records of its own. Use `A` there.

**Lower priority wins.** With two `MX` records, mail goes to the one with the smaller number first. The other is tried when the first cannot be reached. An `MX` must lead to a name, never to a bare address such as `192.0.2.10`.

**Changes take time.** The TTL is how many seconds others may remember the old answer. With 3600, wait an hour before you worry; with 86400, a whole day. *No such name* is remembered too, so do not test a new name before you have made it.

## Ask DNS yourself

On Linux or a Mac, open a terminal and ask with `dig`:

```
$ dig +noall +answer duka.co.ke MX
duka.co.ke.   3600   IN   MX   10 mail.example.com.
duka.co.ke.   3600   IN   MX   20 mail2.example.com.
```

The number after the name is the TTL. Ask twice: if it has gone down, the answer comes from a resolver's memory, and you are seeing how many seconds are left. On Windows the same is done by `nslookup` with the option `-type=MX`.

## Changing a record, safely

1. Write down what is there now. A picture taken with your phone will do.
2. A day before, set the TTL of the record to 300.
3. Change one thing.
4. Wait until the *old* TTL has passed, then look from two networks: the office Wi-Fi, and a phone on mobile data.
5. If it works, set the TTL back to 3600. If not, put the old value back and breathe.

> With DNS, putting it back is usually the whole repair.

The record you delete by accident is nearly always the mail one. Nobody notices for hours, because an inbox without new mail looks like a quiet morning. Read the line twice before you press the button.

## What is missing from this page

Mail needs three notes in `TXT` before others trust it. They have [a piece of their own](/blog/why-your-invoices-land-in-spam). Changing hosting has [one as well](/blog/moving-your-website-without-losing-a-day). And if your zone has a line that nobody in the office can explain, do not delete it. [Ask us](/contact) first; it is probably holding something up.
$md$),
('why-your-invoices-land-in-spam',
 'Why your invoices land in spam',
 NULL,
 '/pictures/post-mail.svg', 'Technology', '2026-10-14T06:00:00Z', $md$
You send an invoice. The customer says it never came. It did: it lies in the spam folder, between a lottery and a lonely prince. Often the reason is that your domain does not say who may send mail in its name.

E-mail was designed among people who knew each other. Anybody can write any address behind *From*, as anybody can write any name on the back of an envelope. Three records let the receiver check.

## What each of them does

| Record | The question it answers | Where it stands |
|---|---|---|
| **SPF** | May this server send for this domain? | One `TXT` record at the domain itself |
| **DKIM** | Was this mail signed by the domain, and is it unchanged? | A key at a name such as `s1._domainkey` |
| **DMARC** | Does all that belong to the address the reader sees? | A `TXT` record at `_dmarc` |

The last question matters most. A forger can pass SPF with a domain of his own and still write yours behind *From*. DMARC asks that at least one of the two checks passes *for the domain that is shown*. It also says what others should do with mail that fails, and where to send reports.

A start for a domain that sends through one provider looks like this:

```
@               TXT     v=spf1 include:spf.provider.example -all
s1._domainkey   CNAME   s1.dkim.provider.example
_dmarc          TXT     v=DMARC1; p=none; rua=mailto:reports@duka.co.ke
```

Use the exact `include` that your mail provider gives you. The DKIM record comes from them as well, sometimes as a `CNAME`, sometimes as a long `TXT`. If those words are new to you, begin with [DNS over chai](/blog/your-first-dns-records-explained-over-chai).

## Who sends in your name?

Before you publish anything, make a list. It is nearly always longer than expected:

- The mailboxes of the staff
- The contact form of the website, which often sends from the web server itself
- The accounting program that mails the invoices
- The newsletter service
- The scanner in the corridor that mails PDFs

Each of them must be covered, or it will be the one that ends up in spam. Often it is the accounting program: somebody set it up in one afternoon, and nobody has thought of it since.

## Mistakes we see often

1. Two SPF records. There may be **only one**. With two of them the check ends in an error, as if there were none. Put both providers into the same line.
2. More than ten look-ups in SPF. Every `include`, `a` and `mx` counts, and those inside an `include` count too. `ip4` and `ip6` are free.
3. Starting with `p=reject`. Begin with `p=none`, read the reports for some weeks, and only then go to `p=quarantine` and `p=reject`.
4. Stopping at `p=none`. It asks for reports and protects nobody.
5. Sending invoices from a free address, `something@gmail.com`, through your own server. You cannot publish records for a domain that is not yours. [Use your own name](/blog/business-e-mail-on-your-own-domain).

## Read what the receiver thought

You do not have to guess. Send yourself an invoice at a Gmail address, open it on a computer, and choose *Show original* in the menu with the three dots. At the top you find SPF, DKIM and DMARC, each with PASS or FAIL. Other programs show a header with the same verdict:

```
Authentication-Results: mx.example.com;
  spf=pass smtp.mailfrom=duka.co.ke;
  dkim=pass header.d=duka.co.ke;
  dmarc=pass header.from=duka.co.ke
```

Three times *pass*, and the domain is not the problem any more.

## When all three pass and it is still spam

Then it is about reputation and contents.

- The server you share with two hundred other sites may have a bad neighbour on it.
- You have mailed a bought list. People pressed *Spam*, and the filters remember.
- The mail is one large picture with no words.
- The invoice is a ZIP file. Send a plain PDF.

Since February 2024 Gmail asks every sender for SPF or DKIM. Whoever sends five thousand mails a day or more to Gmail addresses needs both, and DMARC, and for marketing mail a way to unsubscribe with one click. A shop with forty invoices a month is far from that number. It is judged by the same filter all the same.

None of this makes a mail interesting. But it makes sure that yours is judged by what it says, and not by who might have forged it. The full rules are in [RFC 7208](https://www.rfc-editor.org/rfc/rfc7208) for SPF, [RFC 6376](https://www.rfc-editor.org/rfc/rfc6376) for DKIM and [RFC 9989](https://www.rfc-editor.org/rfc/rfc9989) for DMARC, for those who like to read.
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

Fees deserve a second look. Write the amount for each term and each class, what it includes, and the paybill with the account number to use: admission number, or name, or both. Then write the name that will appear on the parent's phone before they enter their PIN. When a message with a false paybill goes round the class group, and one day it will, the website is where parents check.

## What can wait

The slideshow, the video of the sports day, the message from the founder. They are lovely. They belong one tap further in.

## The name on the gate

Schools in Kenya can register names under `.sc.ke`. It tells parents at once that they have found the school, and not somebody's page about it.

| Ending | For |
|---|---|
| `.sc.ke` | Kindergartens, primary and secondary schools |
| `.ac.ke` | Colleges, polytechnics and universities |
| `.or.ke`, `.co.ke` | Organisations and companies |

For the first two rows the registry, KeNIC, asks for papers; for the last it does not. A school sends a copy of its registration certificate from the Ministry of Education, and the name on it must be the name of the school. That is also the worth of the ending: a stranger cannot simply take it. Until the certificate is found, `.or.ke` will do, and it can lead to the new name later. You can [see what is free](/domains) before you ask the office for the file.

Register the name for the school, with the school's own e-mail address. Picture the other case: the name belongs to a teacher who made the site, and who now teaches in Mombasa. If he is friendly, it costs you a week.

## Pictures of children

A smiling class sells a school better than any sentence. It is also personal data of children. Kenya's Data Protection Act asks for the consent of a parent or guardian before you use it, and for care even then.

- Ask in writing, once a year, with a box for *yes* and a box for *no*.
- Never put a full name below a face.
- Take a picture down on the day somebody asks.
- Keep results, health matters and fee balances off the public page altogether.

There is more about the Act in [our piece on contact forms](/blog/the-data-protection-act-and-your-contact-form).

## A small plan for one afternoon

- [ ] Ask five parents what they last needed to know.
- [ ] Write the answers in plain English, and in Kiswahili if that is what you speak at the gate.
- [ ] Give one person the job of keeping the dates right. Not a committee. One person.
- [ ] Write *last changed on* and the date at the top, so that parents believe it.
- [ ] Check the page on the cheapest phone in the staff room.

## Who does it in January?

A website is easy to make in the holidays and easy to forget in the second week of term. So tie it to things that happen anyway. When the circular is typed, the same words go onto the page before it is printed. When the term ends, whoever locks the office also takes last term's dates away.

Older learners can help, and many do it well. Give them the sports results and the pictures of the science fair. Keep the fees, the paybill and the passwords with the office.

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

## How long each step takes

| Step | Names under `.ke` | `.com`, `.org` and the like |
|---|---|---|
| Stops answering | About two weeks after the date | When the registrar says so, often within days |
| Can still be renewed | About 90 days in all | Up to 45 days; many registrars give less |
| Redemption | Ask your registrar | 30 days |
| Waiting to be deleted | The last days of the 90 | 5 days |

The lengths are set by each registry and change from time to time, so ask before you count on them. The steps themselves have official names, such as `redemptionPeriod` and `pendingDelete`. You may meet them when you look a domain up; they come from [RFC 3915](https://www.rfc-editor.org/rfc/rfc3915).

## Two Tuesdays in May

Here is how it usually goes; the shop is invented.

The domain runs out on a Tuesday. The reminders went to the address of a nephew who built the site and has since found work in Dubai. For two weeks all is well. Then, on a Tuesday again, a customer calls: *your website is finished?* The owner looks on her own phone, where the page still opens, because the phone remembers it. She thinks no more about it.

On Thursday she notices that there has been no mail since Tuesday. She calls the hosting company, which says that hosting is paid until December. It is. Hosting and domain are two contracts, often with two companies, and only one of them has run out. By the time she knows whom to pay it is Friday afternoon.

Nothing was lost for good here. The name was still in its grace period, and an hour after the payment it answered again. The eleven orders that came by mail in those days were never found.

## Mail is the real damage

A website that is down for two days is embarrassing. Two days of lost orders, exam papers or bank messages are worse. Senders' servers do try again for a while, often for some days, but a name that does not exist at all is refused at once.

Worse still: whoever registers the name afterwards can receive mail that was meant for you, password links included. If you ever give a domain up on purpose, first change the address at your bank, at the tax office and everywhere else you sign in with it. Then keep paying for the name for another year or two. It is the cheapest insurance you will find.

## What helps

- Renew for more than one year if the name is your shop sign.
- Keep the contact address of the domain **outside** the domain itself, or the warning goes to the mailbox that has stopped working.
- Write the date into the calendar of two people.
- Pay the real invoice only. Letters that look like a bill from a *domain office* you have never heard of are usually offers in disguise.

If you are reading this because it has already happened: do not register another name in a hurry, and do not change any records. Find out who the registrar is, and call. If that is us, [write to us](/contact) with the name in the first line.
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

## First, what is it that moves?

Three things hang on one name, and they can live with three companies:

- the **domain**, with a registrar,
- the **DNS records**, on name servers,
- the **site and the mailboxes**, on somebody's machines.

Find out which of them you are moving. Most people want a new home for the site and nothing else. Then one or two records change, and everything below stays small. If the mailboxes move too, treat that as a second move on another weekend.

## A week before

- Make a full backup, files and database, and **download it**.
- Write down every DNS record. All of them. The odd `TXT` record from three years ago is the one that proves your domain to your mail provider.
- Lower the TTL of the records that will change to 300 seconds. It helps only once the old TTL has run out, which is why this stands here and not under *the day before*.
- Look for a `CAA` record. If there is one, it must allow the company that issues the new host's certificates.
- Check the versions: a site made for an old PHP may not start on a new one.

## The day before

Put the site on the new server, and test it there without changing DNS. On your own computer, add a line to the `hosts` file:

```
192.0.2.50   duka.co.ke www.duka.co.ke
```

On Linux and Mac it is `/etc/hosts`, on Windows `C:\Windows\System32\drivers\etc\hosts`; both want an administrator's password. Now your computer alone sees the new server.

- [ ] Click through everything.
- [ ] Send the contact form, and see that the mail arrives.
- [ ] Log in, change a word, look at it, change it back.
- [ ] Buy the cheapest thing, if there is a shop.

The browser may warn about the certificate. Many hosts can issue it only when the name leads to them. Ask the new host whether it can be done beforehand; if not, expect some minutes of warnings on the day.

## The day itself

1. Choose a quiet hour. Sunday evening is better than Monday morning.
2. Stop changes on the old site. In a shop, close the checkout; an order that goes into the old database now will not be in the new one.
3. Copy the database once more.
4. Change the `A` record, and `AAAA` if there is one. Leave `MX` and the mail records alone.
5. Remove the line from the `hosts` file and look again, on mobile data too.
6. Get the certificate, and open the site with `https://`, with `www` and without.
7. Leave the old server running. Some visitors will be sent there until their memory of the old address has run out.

A forgotten `AAAA` record is a fine way to lose a Monday: half of the visitors see the new site, the other half the old one, and both are sure of it.

## If the name servers change as well

Then the waiting is longer. The servers above you hand out your name servers with a TTL of their own, which you cannot lower. For `.com` it is two days. So copy **all** records to the new name servers first, compare them line by line with your list, and keep the old ones answering for those days.

One trap deserves its own paragraph. If the domain is signed with DNSSEC, there is a `DS` record at the registry. When the new name servers do not have the same keys, resolvers that check signatures will refuse the whole domain, mail included. Have the `DS` record removed, wait until its TTL has passed, and move after that. You can sign again when everything is quiet.

## A week later

Raise the TTL again, make a backup of the new place, and [restore it somewhere once](/blog/backups-the-boring-hero). Only then cancel the old one, and do look before you press the button whether the domain itself hangs on that contract.

If you would rather have somebody beside you on that Sunday evening, [tell us the date](/contact).

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

A **till** (Buy Goods) takes an amount and nothing else: right for a counter, where you see the customer. A **paybill** also takes an account number, so the payment says what it is for: an order, an invoice, an admission number. For a website the paybill saves you the evening of matching messages to names.

Put the number into a picture and nobody can copy it. Put it into text and one long press is enough.

## Step 2: an order form

A form that asks what, how many, and where to. You call back, agree on the delivery, and they pay by the number from step one. Dull, and good for the first hundred orders.

Ask for the phone number once, in one field, and take it in any shape: `0712…`, `712…`, `+254712…`. Numbers that begin with `01` are real too. Sorting that out is your work, or your form's.

Send every order a number at once, on the page and by SMS or mail. When they call, and they will, you both have something to say.

## Step 3: a payment link

Several payment companies let you create a link for an amount. You send it by WhatsApp and see when it is paid. There is a fee per payment; compare them, and ask how many days the money takes to reach your bank.

## Step 4: a checkout

Only now does the website ask the phone for payment itself. With M-PESA this is called M-PESA Express, or *STK push*: the customer types their number, the phone shows the amount and asks for the PIN, and Safaricom tells your server how it ended. The PIN never passes through your website.

It takes a developer, a contract with the provider, and answers for the bad days:

| What happens | What a good checkout does |
|---|---|
| The network is lost before the page hears the result | Asks the provider for the status; the order waits as *not known yet* |
| The customer presses twice | Sends one request; the second press shows the first |
| They press Cancel, or let it time out | Says so, keeps the basket, offers to try again |
| The amount comes, but the reference is wrong | Puts it on a list that a person looks at the same day |
| The message from the provider comes twice | Counts it once, by the receipt number |
| A message comes from somebody who is not the provider | Believes nothing before it has asked the provider itself |

The first row is where small shops lose their good name. The money has left the customer's phone and the page says *failed*. So they pay again. A page that says *we are checking, do not pay again* is worth more than any design.

If your developer has no answer to these six, stay on step three.

## The books

Do these three from the first shilling on, whichever step you are on.

1. Write the receipt code of every payment beside its order. It is the one thing that you, the customer and the provider all have.
2. Compare the orders with the statement every evening. Ten minutes a day, or a weekend a quarter.
3. Decide in advance how a refund works, and print it on the page: who, how, and within how many days.

Names and numbers of those who pay are personal data. What that asks of you is in [our piece on the Data Protection Act](/blog/the-data-protection-act-and-your-contact-form).

## A word on false payments

A message that looks like a confirmation is not money. Anybody can write one, and screenshots are easier still. Hand the goods over when the payment stands in **your own** till or statement, and not when it stands on somebody else's screen. Say it kindly and do it every time, also with cousins.

## At every step

Never ask anybody for their PIN. Say on the page that you never will. It costs one line, and one day it will save a customer.

Not sure which step you are on? [Tell us](/contact) how many orders you have in a week and how they are paid now. Sometimes our answer is *stay where you are*.
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
) as seed (slug, title, excerpt, image_url, category, at, content)
on conflict (slug) do nothing;
