import {Scene,Cam,rng,noise,mix,lum,lerp,clamp,poly,lens,smooth,blob,tuft,P,n1,circ,TAU,ridge,under,treeline,cumulus,yAt,tree,putTree,palm,bleaf} from './lib.mjs';
import {glints} from './lago.mjs';
import {PED,scal,crown,put,wood,rock,paint,mkStrata,walk,person,bather,boulder,fall,glow} from './lugares.mjs';
export function paredao(seed=269){
 const s=new Scene(),R=rng(seed),N=noise(seed),HZ=566,cam=new Cam({pos:[0,7,0],f:900,cx:600,cy:HZ,near:2}),air='#e6ebcb';
 // late morning, sun from the left behind the wall's far end
 s.rect(0,0,1200,HZ,s.grad([[0,'#6ba9bb'],[.5,'#b5d5cd'],[1,'#f6e8c0']],0,0,0,400));s.rect(0,0,1200,HZ,s.grad([[0,'#fff4d0',.75],[.5,'#fff4d0',.26],[1,'#fff4d0',0]],1010,150,760,0,'radial'));
 const CL={lit:'#fdf7e8',sh:'#cad9d0'};cumulus(s,905,104,.95,R,CL);cumulus(s,1120,190,.5,R,{lit:'#fdf5e0',sh:'#d6dfd2'});
 // far hills at the open end of the valley
 [[[[640,330],[780,312],[900,300],[1020,306],[1120,290],[1220,296]],'#aebfa6'],[[[660,384],[800,366],[930,350],[1060,356],[1220,332]],'#8fb08c']].forEach(([k,c],i)=>{const r=ridge(k,{amp:5,freq:.016,seed:seed+i,step:8});s.p(under(r,HZ+20),s.grad([[0,c],[1,mix(c,'#f3e6b8',.6)]],0,300,0,470))});
 {const r=ridge([[680,440],[800,424],[920,404],[1040,398],[1220,372]],{amp:6,freq:.02,seed:7,step:8});s.p(under(r,HZ+40),s.grad([[0,'#8fb070'],[1,'#c3c579']],0,380,0,520));s.p(treeline(r,{size:8,seed:6,gap:2.2,depth:.9}),'#74a06a');let L=[];for(let i=0;i<26;i++){const x=R.r(740,1210);L.push([x,yAt(r,x)+R.r(12,80),R.r(6,13),R()<.5?1:0])}wood(s,R,L,[['#6f9c66','#8fb374','#bccb88'],['#578b58','#7aa765','#adc379']])}
 // the long wall: from the left foreground away to the right, then the horseshoe bend
 const ctrl=[[-150,112],[-112,136],[-84,150],[-58,172],[-34,204],[-12,232],[8,262],[26,288],[38,312],[58,330],[80,330],[104,318],[134,316]];
 const path=walk(ctrl,R,5,11).map(([x,z])=>[x,z+7*N.fbm(x*.05+4,2)]);
 const along=path.map((_,i)=>i/(path.length-1));const top=i=>{const u=along[i];return 92+6*N.fbm(u*7,2)-clamp((u-.62)/.38)*16-Math.pow(clamp((u-.8)/.2),1.4)*66};
 const strata=mkStrata(R,108,4.8,12),NS=strata.length-1,led=strata.map((_,k)=>R.r(-1.1,1.1)-k/NS*4),tone=strata.map(()=>R.i(0,4));
 const off=(i,k)=>led[k]+3.4*N.fbm2(i*.2,k*.2,3)+2.6*N.fbm2(i*.75,k*.7,2),shift=i=>3.6*N.fbm(i*.2+5,2)+1.2*N.v1(i*1.3);
 const XI=path.findIndex(p=>p[0]>45);
 const col=f=>{const v=N.v2(f.i*1.7,f.k*2.3)*.5+.5;const t=clamp(.56+f.lit*.8+.1*N.fbm2(f.i*.2,f.k*.3,2));let b=mix(PED.shade[(tone[f.k]+(v>.76?1:0))%5],PED.lit[(tone[f.k]+(v>.8?1:0))%5],t);
  const st=clamp(N.fbm(f.i*.5+3,3)*1.6-.2,0,.5)+.7*Math.exp(-(((f.i-XI)/2.6)**2));b=mix(b,'#57504a',clamp(st*.6));b=mix(b,'#6a7a52',clamp(.26-f.y/110,0,.26));
  if(f.kind==='back')b=mix(b,'#4c4038',.5);if(f.kind==='end')b=f.lit>.1?mix(b,PED.sun,.3):mix(b,'#43383a',.34);if(f.kind==='under')b=mix(b,'#3a302c',.5);if(f.kind==='lip')b=mix(b,PED.sun,.45);
  return mix(lum(b,(v-.5)*.045),air,clamp((f.dist-130)/420,0,.42))};
 const bush=b=>{if(N.v2(b.i*3.1,b.k*1.9)<.3)return null;const r=b.u*R.r(1,2.4),h=clamp((b.dist-130)/420,0,.4);return[[mix('#3f7346',air,h),scal(b.p[0],b.p[1]-r*.1,r*1.4,r*.7,R,6)],[mix('#7fa65c',air,h),scal(b.p[0]-r*.3,b.p[1]-r*.3,r*.7,r*.3,R,5)]]};
 const rk=rock({cam,path,side:1,strata,off,top,col,N,R,bush,light:[.55,-.84],lip:1.2,cap:5,shift});
 s.p(poly([...path.map((_,i)=>cam.p(rk.pt(i,-6,top(i)-1))),...path.slice().reverse().map((_,i)=>cam.p(rk.pt(path.length-1-i,-6,0)))]),'#77624f');
 {const L=[];for(let i=0;i<path.length;i++){const p=cam.p(rk.pt(i,-4,top(i)+1)),u=900/path[i][1];if(p[0]<-60||p[0]>1260)continue;L.push([p[0],p[1],u*R.r(2,4.2),path[i][1]<220?1:0])}wood(s,R,L,[['#6f9a63','#8fb070','#bdca86'],['#447a4a','#6a9a54','#a6bf6c']])}
 paint(s,rk.items,b=>b[1]>(b[0]<640?548:572));
 {const L=[];for(let i=0;i<path.length-1;i++){const k=Math.max(0,strata.findIndex(y=>y>top(i))-1),p=cam.p(rk.pt(i,off(i,k)-.6,top(i))),u=900/path[i][1];if(p[0]<-30||p[0]>1230||Math.abs(i-XI)<1)continue;L.push([p[0],p[1]-1,u*R.r(1,2.3),path[i][1]<220?1:0])}wood(s,R,L,[['#5f8f58','#86ab66','#b9c97e'],['#3a7046','#619450','#a3bd68']])}
 {const L=[];for(let i=0;i<22;i++){const x=lerp(880,1230,i/21)+R.r(-10,10),g=clamp((x-880)/160);L.push([x,lerp(520,470,g)+lerp(20,40,R())+R.r(-10,30),R.r(12,22),R()<.4?1:0])}const e=ridge([[860,560],[930,528],[985,486],[1060,474],[1140,466],[1230,448]],{amp:5,freq:.03,seed:3,step:8});s.p(under(e,HZ+30),s.grad([[0,'#8fb070'],[1,'#5f9458']],0,450,0,HZ));s.p(treeline(e,{size:9,seed:4,gap:1,depth:.9}),'#6a9a60');wood(s,R,L,[['#6f9c66','#8fb374','#bccb88'],['#578b58','#7aa765','#adc379']])}
 // narrow fall in the bend
 const A=cam.p(rk.pt(XI,off(XI,NS-2)+1.5,top(XI)+.5)),B=cam.p(rk.pt(XI,off(XI,0)+2.5,3));
 s.p(poly([[A[0]-6,A[1]-3],[A[0]+7,A[1]-3],[A[0]+15,B[1]],[A[0]-16,B[1]]]),'#3f3d3a',.34);fall(s,R,N,[A[0],A[1]],[A[0]+1,B[1]+4],2.6,8.5,{n:26,seed:2,halo:.3,m:.8});glow(s,A[0],B[1]-14,62,'#fbfbef',.9,.55);
 // wooded talus along the foot, far to near
 const C=[['#6f9c68','#90b476','#bfce8c'],['#4f8655','#76a560','#abc274'],['#37704a','#5d9350','#9dbb60'],['#265743','#437f4a','#88ac55']];
 const foot=[];for(let i=0;i<path.length;i++){const p=cam.p(rk.pt(i,6,0));foot.push([p[0],p[1]])}
 const fy=x=>{for(let i=1;i<foot.length;i++)if(foot[i][0]>=x)return lerp(foot[i-1][1],foot[i][1],clamp((x-foot[i-1][0])/(foot[i][0]-foot[i-1][0]||1)));return foot.at(-1)[1]};
 const rise=x=>lerp(98,26,clamp(x/760));
 const band=(dy,r0,r1,n,k,x0=-30,x1=1230)=>{const L=[];for(let i=0;i<n;i++){const x=lerp(x0,x1,(i+R.r(-.4,.4))/(n-1)),q=lerp(1.5,.75,clamp(x/800));if(Math.abs(x-A[0])<26&&dy<12)continue;L.push([x,fy(x)-rise(x)*.9+dy*q*1.35+R.r(-9,9),R.r(r0,r1)*q,k])}wood(s,R,L,C)};
 {const p=[];for(let x=-20;x<=1220;x+=40)p.push([x,fy(x)-rise(x)*.74]);s.p(smooth(p)+'L1220 760L-20 760Z',s.grad([[0,'#5f9058'],[1,'#4f8650']],0,470,0,640))}
 band(6,13,22,33,1);band(38,17,29,28,2);
 // meadow of the valley floor
 const md=ridge([[-20,640],[160,634],[330,622],[520,606],[700,596],[900,592],[1220,588]],{amp:4,freq:.012,seed:9,step:12});
 band(70,18,30,22,3,-30,430);
 s.p(under(md,910),s.grad([[0,'#c9c873'],[.3,'#9db45c'],[1,'#4c7a41']],0,590,0,900));
 {let a='',b='';for(let k=0;k<110;k++){const t=R(),x=R.r(-20,1220),y=lerp(612,895,t*t);a+=lens(x,y,lerp(10,80,t*t)*R.r(.5,1.2),lerp(.7,3,t));const x2=R.r(-20,1220),y2=lerp(616,890,t*t);b+=lens(x2,y2,lerp(10,76,t*t)*R.r(.5,1.2),lerp(.7,3,t))}s.p(a,'#ece79c',.42);s.p(b,'#3f6e3e',.3)}
 // edge of the wood upon the meadow
 {const L=[];for(let i=0;i<26;i++){const x=lerp(-20,1220,(i+R.r(-.3,.3))/25);if(Math.abs(x-716)<40)continue;L.push([x,yAt(md,x)-R.r(2,10),R.r(13,26)*lerp(1.4,.85,clamp(x/900)),x>740?R.i(1,2):R.i(2,3)])}s.p(L.map(([x,y,r])=>lens(x+r*.7,y+r*.72,r*1.7,r*.22)).join(''),'#486b3a',.5);wood(s,R,L,C)}
 // stream with a pebble bed
 const ST=[[716,598,7],[742,606,10],[792,618,15],[836,636,22],[838,660,30],[806,692,42],[800,734,60],[850,790,86],[930,850,116],[1010,930,150]];
 const ribbon=(T,k=1,o=0)=>{const L=[],Q=[];for(const[x,y,w]of T){L.push([x-w*k+o*w,y]);Q.unshift([x+w*k+o*w,y])}return smooth(L,false,1)+smooth(Q,false,1).replace('M','L')+'Z'};
 s.p(ribbon(ST,1.14),'#a98c56');s.p(ribbon(ST,1.05),'#e3cf98');s.p(ribbon(ST),s.grad([[0,'#bfe0b6'],[.3,'#6fbf9f'],[.7,'#2f9482'],[1,'#1a7068']],0,598,0,900));
 s.inClip(ribbon(ST),()=>{let d='',e='';const on=()=>{const t=Math.pow(R(),.7)*(ST.length-1.01),i=Math.floor(t),f=t-i,a=ST[i],b=ST[i+1];return[lerp(a[0],b[0],f)+R.r(-.9,.9)*lerp(a[2],b[2],f),lerp(a[1],b[1],f),lerp(a[2],b[2],f)]};for(let i=0;i<34;i++){const[x,y,w]=on();s.p(scal(x,y,w*R.r(.08,.24),w*R.r(.03,.08),R,6),R.pick(['#c7a66a','#a58a58','#8f8a5c']),.5)}for(let i=0;i<60;i++){const[x,y,w]=on();d+=lens(x,y,w*R.r(.1,.4),Math.max(.7,w*R.r(.008,.022)));const[x2,y2,w2]=on();e+=lens(x2,y2,w2*R.r(.1,.4),Math.max(.7,w2*R.r(.008,.022)))}s.p(e,'#155e58',.35);s.p(d,'#f6fff0',.7)});
 for(const[x,y,w,h]of[[770,640,12,8],[866,646,15,9],[760,694,20,12],[850,676,18,10],[728,748,32,20],[872,738,28,16],[764,812,46,30],[958,806,44,26]])boulder(s,R,x,y,w,h,{moss:null,line:'#f2faee',wet:'#2a6a58'});
 // red-earth trail with hikers
 const TR=[[640,604,3],[616,610,4.5],[572,618,6.5],[548,630,9],[566,646,12],[606,664,17],[600,690,24],[536,724,33],[452,772,48],[386,834,70],[350,920,100]];
 s.p(ribbon(TR,1.16),'#8c9448',.8);s.p(ribbon(TR),s.grad([[0,'#e7a673'],[.4,'#d07a48'],[1,'#a84c2c']],0,600,0,900));s.p(ribbon(TR.slice(4),.16,-.3),'#efb083',.45);s.p(ribbon(TR.slice(5),.14,.42),'#8f3f26',.3);
 {let a='',b='',g='',g2='';for(let i=0;i<70;i++){const t=Math.pow(R(),.7)*(TR.length-1.01),k=Math.floor(t),f=t-k,x=lerp(TR[k][0],TR[k+1][0],f),y=lerp(TR[k][1],TR[k+1][1],f),w=lerp(TR[k][2],TR[k+1][2],f);(i%2?a+=lens(x+R.r(-.8,.8)*w,y,w*R.r(.06,.16),Math.max(.6,w*.035)):b+=lens(x+R.r(-.8,.8)*w,y,w*R.r(.06,.14),Math.max(.6,w*.03)));const sd=R()<.5?-1:1,d=tuft(x+sd*w*R.r(1,1.25),y+2,Math.max(4,w*R.r(.3,.6)),4,R,{spread:1.1,w:Math.max(.7,w*.028)});R()<.55?g+=d:g2+=d}s.p(a,'#f5c99d',.6);s.p(b,'#7a3520',.4);s.p(g,'#4a7440');s.p(g2,'#c8c064')}
 const who=(x,y,k,o)=>{s.p(lens(x-k*.55,y+k*.04,k*.62,k*.07),'#5f2f1c',.4);person(s,x,y,k,o)};
 who(592,668,30,{shirt:'#1f6d78',pants:'#d8bf8c',skin:'#8a5638',pack:'#c98a3c',step:.05});who(612,664,29,{h:1.6,shirt:'#fdf6e6',pants:'#7a3a2a',skin:'#b0744c',long:1,hair:'#3a2418',step:.04});
 who(448,782,60,{shirt:'#d8563a',pants:'#2c4f57',skin:'#9a6040',hat:'#efd69c',pack:'#2f7f80',step:.06,arms:[[[-.3,1.12],[-.34,.92]],[[.4,1.36],[.6,1.56]]]});who(512,762,54,{h:1.3,shirt:'#f0c257',pants:'#a4482a',skin:'#9a6040',hair:'#211714',step:.05});
 // a trail post with an arrow, no words
 {const x=676,y=700;s.p(lens(x-14,y+2,24,3),'#3f5a30',.5);s.p(poly([[x-4,y+3],[x-3.4,y-58],[x+4,y-58],[x+4.6,y+3]]),'#6b4a2e');s.p(poly([[x-4,y+3],[x-3.4,y-58],[x-.6,y-58],[x-.8,y+3]]),'#c99860');s.p(poly([[x+30,y-54],[x-20,y-56],[x-32,y-46],[x-20,y-36],[x+30,y-36]]),'#e2ba80');s.p(poly([[x+30,y-38.6],[x-22,y-38.6],[x-20,y-36],[x+30,y-36]]),'#9a6a3e');s.s(`M${x+18} ${y-46}H${x-14}M${x-6} ${y-51}L${x-15} ${y-46}L${x-6} ${y-41}`,'#7a4a28',2.6)}
 // tall tree left, palm right, grasses and everlastings in front
 s.p(lens(60,806,190,14),'#2f5a34',.5);putTree(s,tree(92,800,420,R,{w:180,blobs:7,flat:.85,lean:-.05}),{trunk:'#4a392a',dark:'#1f4f3d',mid:'#3c7548',light:'#8aab58',fleck:'#dcd88c'});
 {const p=palm(1118,800,400,R,{crown:118,lean:-.04,n:8,tw:7,w:1.7});s.p(lens(1090,802,70,6),'#2f5a34',.5);s.p(p.back,'#275a40');s.p(p.trunk,'#6b5238');s.p(p.front,'#2f6b45')}
 {const L=[];for(const[x,y,r,k]of[[1196,800,46,2],[1150,822,30,1],[1216,850,44,3],[-6,830,44,2],[36,846,30,1]])L.push([x,y,r,k]);wood(s,R,L,C)}
 let ga='',gb='';for(let i=0;i<32;i++){const l=R()<.5,x=l?R.r(-10,290):R.r(1010,1215);ga+=tuft(x,914,R.r(34,96)*(l?lerp(1.1,.45,x/290):lerp(.5,1.1,(x-1010)/205)),4,R,{spread:.9,w:2.4,lean:l?.12:-.1});if(i%2)gb+=tuft(x+6,910,R.r(30,80)*.85,3,R,{spread:.8,w:1.6,lean:.14})}
 for(let i=0;i<16;i++){const x=R.r(480,860);ga+=tuft(x,916,R.r(16,44),4,R,{spread:1,w:2,lean:.1})}s.p(gb,'#cdc062');s.p(ga,'#2f5c39');
 for(let i=0;i<22;i++){const l=R()<.6,x=l?R.r(0,250):R.r(1030,1200),y=R.r(796,866);s.s(`M${P(x-3,910)}Q${P(x,y+40)} ${P(x+2,y)}`,'#6b7a3e',1.2);const c=R.pick(['#fdf6e3','#f6e3b4','#f2c14e']),r=R.r(2.4,4.4);s.p(lens(x+2,y-2,r*1.25,r*1.3),c)}
 for(const[x,y,k]of[[700,190,1],[738,174,.8],[766,198,.9]])s.s(`M${P(x-11*k,y-4*k)}Q${P(x-5*k,y-8*k)} ${P(x,y)}Q${P(x+5*k,y-8*k)} ${P(x+11*k,y-4*k)}`,'#4f7270',1.7*k);
 return s.svg('Ilustração: Parque Ecológico do Paredão, em Guapé');
}
