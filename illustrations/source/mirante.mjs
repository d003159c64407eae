import {Scene,Cam,rng,noise,mix,lum,lerp,clamp,poly,lens,smooth,blob,tuft,P,n1,circ,TAU,ridge,under,treeline,cumulus,yAt,line3,boards,frond} from './lib.mjs';
import {glints} from './lago.mjs';
import {PED,scal,crown,put,rock,paint,mkStrata,walk,person} from './lugares.mjs';
export function mirante(seed=211){
 const s=new Scene(),R=rng(seed),N=noise(seed),HZ=205,cam=new Cam({pos:[0,34,0],f:800,cx:600,cy:HZ,near:1.2});
 s.rect(0,0,1200,HZ+40,s.grad([[0,'#68aabd'],[.6,'#b3d6d2'],[1,'#f3e8c8']],0,0,0,HZ+6));
 const CL={lit:'#fdf7e8',sh:'#c4d8d6'};cumulus(s,300,112,1.05,R,CL);cumulus(s,930,112,1.2,R,CL);cumulus(s,610,150,.45,R,{lit:'#fdf5e0',sh:'#d3dfd6'});
 // far ranges beyond the lake
 [[[[-20,178],[160,170],[330,160],[480,172],[640,180],[800,168],[960,156],[1100,166],[1220,160]],'#9dbab4'],[[[-20,196],[180,188],[380,194],[560,198],[700,194],[860,182],[1020,186],[1220,176]],'#7aa396']].forEach(([k,c],i)=>{const r=ridge(k,{amp:4,freq:.016,seed:seed+i,step:10});s.p(under(r,HZ+20),s.grad([[0,c],[1,mix(c,'#f1e6c4',.55)]],0,156,0,HZ+8))});
 // open lake at the end of the canyon
 s.rect(0,HZ,1200,900-HZ,s.grad([[0,'#bfe0cc'],[.05,'#8fd0b6'],[.16,'#4fb598'],[.38,'#279a80'],[.7,'#13806e'],[1,'#0b5f59']],0,HZ+6,0,900));
 {const up=ridge([[-20,HZ-6],[140,HZ-12],[330,HZ-4],[520,HZ-3],[640,HZ-5],[780,HZ-6],[930,HZ-14],[1060,HZ-10],[1220,HZ-18]],{amp:3,freq:.02,seed:8,step:8}),lo=up.map(([x])=>[x,HZ+12+6*N.fbm(x*.012,3)+3*N.v1(x*.05)]);
  s.p(poly([...up,...lo.slice().reverse()]),s.grad([[0,'#86ab8b'],[1,'#a9bd84']],0,HZ-14,0,HZ+18));s.p(poly([...lo,...lo.slice().reverse().map(([x,y])=>[x,y+1.6])]),'#f3ead0');let d='';for(let i=0;i<40;i++){const x=R.r(0,1200),y=R.r(yAt(up,x)+3,HZ+10);d+=lens(x,y,R.r(6,22),R.r(.8,2))}s.p(d,'#6c9a78',.7);
  s.p(lens(560,HZ+24,120,2.2)+lens(690,HZ+31,90,1.8),'#e9f5e4',.7)}
 // the two walls
 const zs=[];let z=13;while(z<330){zs.push(z);z*=1+.055+.06*R()}
 const cl=z=>10+8*Math.sin(z*.021-.5)-clamp((z-150)/180)*26,hw=z=>17+3*Math.sin(z*.05+1)+clamp((z-120)/200)*34;
 const strata=mkStrata(R,34,.9,3.1);const NS=strata.length-1,led=strata.map((_,k)=>R.r(-.45,.45)-k/NS*1.6),tone=strata.map(()=>R.i(0,4));
 const air='#dbe5cf';const items=[];
 for(const sd of[-1,1]){const path=zs.map(z=>[cl(z)+sd*hw(z),z]);const top=i=>clamp(28.2+1.6*N.fbm(zs[i]*.05+(sd>0?40:0),3)-clamp((zs[i]-150)/150)*11,3,31);
  const off=(i,k)=>led[k]+2.3*N.fbm2(zs[i]*.09+(sd>0?50:0),k*.2,3)+.9*N.fbm2(zs[i]*.5+(sd>0?90:0),k*.6,2);
  const col=f=>{const L=sd<0;let v=N.v2(f.i*1.7+(L?0:60),f.k*2.3)*.5+.5,b=(L?PED.lit:PED.shade)[(tone[f.k]+(v>.76?1:0))%5];
   const st=N.fbm(f.i*.55+(L?0:30),3);if(st>.2)b=mix(b,L?'#8f6c48':'#474245',clamp((st-.2)*2.2,0,.5));
   if(f.kind==='end')b=L?mix(b,'#7a5436',.42):mix(b,'#2f2c30',.3);else if(f.kind==='top')b=L?mix(b,PED.sun,.42):mix(b,'#c9b48a',.3);else if(f.kind==='under')b='#4a3a34';
   if(f.y0<1.6)b=mix(b,'#efe3c6',L?.55:.34);b=mix(b,L?'#a9713c':'#2b4a4a',clamp(.34-f.y/60,0,.34));
   if(!L&&f.y1>top(f.i)-2.2&&f.kind!=='under')b=mix(b,'#d9b27a',.4);if(f.kind==='back')b=L?'#a9763f':'#3d3c42';return mix(lum(b,(v-.5)*.045),air,clamp((f.dist-20)/360,0,L?.55:.46))};
  const bush=b=>{if(N.v2(b.i*3.1+sd*20,b.k*1.9)<.18||b.u<3)return null;const r=b.u*R.r(.4,.9);const g=sd<0?['#3f7542','#6d9a50']:['#274f3e','#3f6f4a'];const h=clamp((b.dist-20)/330,0,.55);return[[mix(g[0],air,h),scal(b.p[0],b.p[1]-r*.2,r*1.2,r*.75,R,6)],[mix(g[1],air,h),scal(b.p[0]-r*.25,b.p[1]-r*.4,r*.65,r*.36,R,5)]]};
  const rk=rock({cam,path,side:sd<0?1:-1,strata,off,top,col,N,R,bush,light:[.8,-.3],lip:0,cap:1.2});
  // plateau strips with their scrub ride along, so nearer rims cover farther water
  for(const it of rk.items){const i=it.i,i2=Math.min(zs.length-1,i+2),kk=j=>Math.max(0,strata.findIndex(y=>y>top(j))-1),ed=j=>path[j][0]-sd*off(j,kk(j));const h=top(i),h2=top(i2),zz=zs[i],hz=clamp((zz-20)/330,0,.6);
   const g=mix(mix('#b9b25c','#7f9c52',N.v1(i*.35)*.16+.45-clamp((zz-20)/400)*.2),air,hz);it.f.push([g,cam.poly([[ed(i),h,zz],[ed(i2),h2,zs[i2]],[sd*900,h2,zs[i2]],[sd*900,h,zz]])]);
   // pale rock rim
   it.f.push([mix(sd<0?'#efd9a6':'#c9b894',air,hz),cam.poly([[ed(i),h,zz],[ed(i2),h2,zs[i2]],[ed(i2)+sd*1.1,h2,zs[i2]],[ed(i)+sd*1.1,h,zz]])]);
   const n=zz<26?2:zz<60?4:zz<140?4:3;for(let m=0;m<n;m++){const t=R(),zq=lerp(zz,zs[i+1],R()),xx=ed(i)+sd*(1.2+Math.pow(t,1.6)*zz*.85),y=h,q=cam.p([xx,y,zq]),u=cam.f/zq,r=u*R.r(.35,1.1)*(R()<.16?1.9:1);if(q[0]<-90||q[0]>1290||r<1.6||q[1]>1000)continue;
    const G=sd<0?['#2f6640','#4f8a48','#9ab862']:['#285a40','#447d4a','#83a858'];items.push({d:Math.hypot(xx,zq)*.84,f:[[mix('#6f7c3e',air,hz),lens(q[0]+r*.5,q[1]+r*.1,r*1.5,r*.28)],...crown(q[0],q[1]-r*.42,r,R,G.map(c=>mix(c,air,hz)),{n:zz>100?6:8}).slice(0,zz>110?2:3)]})}}
  items.push(...rk.items);
  // the wall's reflection and the clear shallow edge on the water
  const zz=[];for(let q=20;q<330;q*=1.04)zz.push(q);const band=(w0,w1)=>cam.poly([...zz.map(q=>[cl(q)+sd*(hw(q)+3),0,q]),...zz.slice().reverse().map(q=>[cl(q)+sd*(hw(q)-lerp(w0,w1,.5+.5*N.fbm(q*.13+sd*7,3))),0,q])]);
  if(sd<0){s.p(band(3,8),'#d8ab62',.2);s.p(band(1.5,4.6),'#d8ab62',.22)}else{s.p(band(8,15),'#0a4d50',.3);s.p(band(4,9),'#0a4548',.3)}s.p(band(.6,2.6),'#a9e6c4',sd<0?.5:.2)}
 // light on the water
 s.p(glints(R,{y0:HZ+34,y1:880,n:150,w:[3,40],h:[.4,3],p:1.3,x:t=>{const y=lerp(HZ+34,880,t),zz=cam.f*34/(y-HZ);return cam.p([cl(zz)+R.r(-.9,.9)*hw(zz),0,zz])[0]}}),'#0a5f5a',.34);
 s.p(glints(R,{y0:HZ+30,y1:880,n:170,w:[3,34],h:[.4,2.2],p:1.3,x:t=>{const y=lerp(HZ+30,880,t),zz=cam.f*34/(y-HZ);return cam.p([cl(zz)+R.r(-.9,.9)*hw(zz),0,zz])[0]}}),'#aee6cb',.5);
 // boats far below
 const boat=(x,z,a,L,canopy,trim,wake)=>{const c=Math.cos(a),n=Math.sin(a),W=(u,v,y)=>cam.p([x+(u*c-v*n)*L,y*L,z+(u*n+v*c)*L]),q=(p,f,o)=>s.p(poly(p.map(b=>W(...b))),f,o);
  if(wake){let d='',e='';for(let i=0;i<110;i++){const t=Math.pow(R(),1.2),sg=R()<.5?-1:1,p=W(-.5-t*wake,sg*(.16+t*wake*.2)+R.n()*.04*(1+t*2),0),k=cam.f*L/z;(t<.45?d+=lens(p[0],p[1],k*R.r(.04,.16),k*R.r(.012,.03)):e+=lens(p[0],p[1],k*R.r(.05,.2),k*R.r(.01,.024)))}
   q([[-.45,-.15,0],[-.5-wake*.5,-.1-wake*.07,0],[-.5-wake*.85,0,0],[-.5-wake*.5,.1+wake*.07,0],[-.45,.15,0]],'#bfeeda',.26);s.p(e,'#f1fbf2',.5);s.p(d,'#ffffff',.85)}
  q([[-.5,-.18,0],[.3,-.2,0],[.56,-.04,0],[.5,.1,0],[.2,.26,0],[-.5,.24,0]],'#084a4c',.5);
  const H=[[-.5,-.17],[.1,-.18],[.36,-.11],[.52,0],[.36,.11],[.1,.18],[-.5,.17]];q([...H.map(([u,v])=>[u*.96,v*.86,0]),],'#c4d5cd');for(let i=0;i<H.length-1;i++)q([[H[i][0],H[i][1],.09],[H[i+1][0],H[i+1][1],.09],[H[i+1][0]*.96,H[i+1][1]*.86,0],[H[i][0]*.96,H[i][1]*.86,0]],i<3?'#dfe7dc':'#cbd9d0');
  q(H.map(([u,v])=>[u,v,.09]),'#fdf9ec');q([[-.44,-.12,.095],[.14,-.12,.095],[.14,.12,.095],[-.44,.12,.095]],'#b98a58');
  for(const[u,v,cc]of[[.22,0,'#d8563a'],[-.4,.06,'#f0c257']]){const p=W(u,v,.2),k=cam.f*L/z;s.p(lens(p[0],p[1],.04*k,.07*k),cc);s.p(circ(p[0],p[1]-.075*k,.03*k),'#7a4a30')}
  for(const[u,v]of[[-.36,-.15],[-.36,.15],[.12,-.15],[.12,.15]])s.s('M'+P(...W(u,v,.09))+'L'+P(...W(u,v,.3)),'#3d4f4e',Math.max(.7,90/z));
  q([[-.4,-.17,.3],[.16,-.17,.31],[.16,.17,.31],[-.4,.17,.3]],canopy);q([[-.4,-.17,.3],[.16,-.17,.31],[.16,-.17,.27],[-.4,-.17,.26]],trim)};
 // the fall that drops from the plateau into the canyon
 {const zf=96,xf=cl(zf)+hw(zf)-2.4;items.push({d:Math.hypot(xf,zf)-9,fn(){const p0=cam.p([xf,28.6,zf]),p1=cam.p([xf-.9,0,zf]),ed=(sg,w0,w1,q)=>{const o=[];for(let i=0;i<=12;i++){const t=i/12;o.push([lerp(p0[0],p1[0],t)+sg*lerp(w0,w1,Math.pow(t,.8))*(1+.3*N.v1(t*8+sg*5+q)),lerp(p0[1],p1[1],t)])}return o},sheet=(w0,w1,q)=>smooth(ed(-1,w0,w1,q))+smooth(ed(1,w0,w1,q).reverse()).replace('M','L')+'Z';
  s.p(poly([[p0[0]-13,p0[1]-5],[p0[0]+13,p0[1]-7],[p0[0]+9,p0[1]+10],[p0[0]-8,p0[1]+10]]),'#4a4a40');s.p(sheet(10,17,3),'#3c4a48',.34);s.p(sheet(3,10,0),s.grad([[0,'#ffffff'],[.7,'#f4faf2'],[1,'#dff0e6']],0,p0[1],0,p1[1]));
  let a='';for(let i=0;i<9;i++){const u=R.r(-.7,.7),t=R.r(0,.6),v=t+R.r(.15,.35);a+=`M${P(lerp(p0[0],p1[0],t)+u*lerp(3,9,t),lerp(p0[1],p1[1],t))}L${P(lerp(p0[0],p1[0],v)+u*lerp(3,9,v),lerp(p0[1],p1[1],v))}`}s.s(a,'#a5cfc0',1.1,.8);
  for(const[dx,dy,r]of[[-15,-4,9],[15,-6,8],[-8,-10,5]])put(s,crown(p0[0]+dx,p0[1]+dy,r,R,['#2f6a45','#4f8a4c','#8fb05c']));
  s.g(s.blur(4),()=>s.p(lens(p1[0],p1[1]-3,24,13),'#f4faf2',.8));s.p(lens(p1[0]-4,p1[1]+3,28,4)+lens(p1[0]-22,p1[1]+8,24,2)+lens(p1[0]-2,p1[1]+13,30,1.8)+lens(p1[0]-30,p1[1]+17,22,1.4),'#f4fbf4',.75)}})}
 const DZ=7.5,DY=29.8;const cut=[cam.p([-1.2,DY,DZ]),cam.p([-1.2,DY,5])];
 paint(s,items.filter(i=>i.d>=13),b=>b[2]<cut[1][0]-30&&b[1]>cut[0][1]+26);
 boat(cl(66)+1,66,2.3,6.4,'#2c8385','#f3dcae',2.6);boat(cl(104)-6,104,-.5,6.4,'#c4632f','#f9e9c6',0);boat(cl(112)-1.5,112,.25,5.8,'#f4efe0','#c4632f',0);boat(cl(170)+11,170,2.1,6.8,'#f4efe0','#2c8385',4.2);
 // ---- the promontory (quartzite slabs and what grows on them) and the deck
 {const slab=(e,y,c,dk)=>{const T=e.map(([x,z])=>cam.p([x,y,z]));for(let i=0;i<e.length-1;i++){const a=e[i],b=e[i+1];s.p(cam.poly([[a[0],y,a[1]],[b[0],y,b[1]],[b[0],y-.34,b[1]],[a[0],y-.34,a[1]]]),dk)}s.p(poly([...T,[T.at(-1)[0],1000],[-60,1000],[-60,T[0][1]]]),c)};
  slab([[-9,9.1],[-2.2,9.3],[-1.5,8.9],[-.7,9.05],[-.35,8.2],[-.5,7.6],[-.1,7.1],[-.16,6.2],[.12,5.7],[.0,3.6]],28.6,s.grad([[0,'#d9b278'],[1,'#a87846']],0,640,0,900),'#7a5636');
  slab([[-9,8.5],[-3.2,8.6],[-2.4,8.3],[-1.3,8.45],[-.9,7.9],[-.72,7.2],[-.95,6.7],[-.5,6.1],[-.62,5.4],[-.3,4.9],[-.4,3.6]],29.1,s.grad([[0,'#ecd09a'],[1,'#c29058']],0,640,0,900),'#8d6440');
  slab([[-9,8.0],[-2,8.05],[-1.15,7.9],[-1.0,7.3],[-.86,6.5],[-1.05,6.0],[-.8,5.5],[-.92,4.6],[-.8,3.6]],29.45,s.grad([[0,'#f4dfb2'],[1,'#d3a46a']],0,640,0,900),'#9d7248');
  let d='',l='';for(let i=0;i<34;i++){const q=[R.r(-1.1,.0),R.pick([28.62,29.1,29.45]),R.r(4.6,8.6)],p=cam.p(q);if(p[0]>(q[1]>29.3?500:q[1]>29?528:575))continue;d+=lens(p[0],p[1],R.r(6,20),R.r(.8,2));l+=lens(p[0]+3,p[1]-2.4,R.r(6,18),R.r(.7,1.4))}s.p(d,'#8a6238',.6);s.p(l,'#fff0c6',.6);
  for(const[x,z,y,r,k]of[[-.55,8.3,28.6,17,0],[-.15,7.0,28.6,22,1],[-.3,6.05,29.1,18,0],[-.02,5.45,28.6,34,1],[-.55,5.2,29.45,20,0]]){const p=cam.p([x,y,z]);s.p(lens(p[0]+r*.6,p[1]+r*.3,r*1.5,r*.3),'#5b4228',.5);put(s,crown(p[0],p[1]-r*.25,r,R,k?['#234f3a','#3f7a45','#93b05a']:['#2c5c3c','#5a8f4c','#a9bd66']))}
  let g='',g2='';for(let i=0;i<26;i++){const z=R.r(4.5,8.4),p=cam.p([R.r(-.85,.0),R.pick([28.6,29.1]),z]);if(p[0]>590)continue;const h=150/z;(i%2?g+=tuft(p[0],p[1]+3,h*R.r(.8,1.5),5,R,{spread:1.3,w:11/z,lean:.15}):g2+=tuft(p[0],p[1]+3,h*R.r(.8,1.4),4,R,{spread:1.1,w:9/z,lean:.2}))}s.p(g2,'#d3b862');s.p(g,'#46703f')}
 const fl=(...p)=>cam.poly(p),XR=-1.2,XL=-9;
 s.p(fl([XL,DY,3.2],[XL,DY,DZ],[XR,DY,DZ],[XR,DY,3.2]),'#b98352');
 boards(s,cam,{x0:XL,x1:XR,z0:3.2,z1:DZ,y:DY,w:.2,along:'x',cols:['#c9955e','#bf8a54','#d3a26c','#b7814c','#c58f5a'],R,gap:'#6d4526',cut:3});
 s.p(fl([XL,DY+.01,DZ-.34],[XL,DY+.01,DZ],[XR,DY+.01,DZ],[XR,DY+.01,DZ-.34]),'#7c5030',.28);
 s.p(fl([XR,DY,3.2],[XR,DY,DZ],[XR,DY-.22,DZ],[XR,DY-.22,3.2]),'#6d4526');
 // posts, wires and rails; sun from the left-front, so shadows fall toward us and to the right
 const bar=(a,b,w,c,o)=>s.s(line3(cam,[a,b]),c,w,o,'stroke-linejoin="round"');const RT=1.08;
 const posts=[];for(let x=XR;x>XL;x-=1.3)posts.push([x,DZ]);for(const z of[6.2,5.0,3.9])posts.push([XR,z]);
 const shadow=(x,z,h,w)=>s.p(fl([x-w,DY+.012,z],[x+w,DY+.012,z],[x+w+h*.5,DY+.012,z-h*.55],[x-w+h*.5,DY+.012,z-h*.55]),'#5a3420',.3);
 s.inClip(fl([XL,DY,3.2],[XL,DY,DZ],[XR,DY,DZ],[XR,DY,3.2]),()=>{for(const[x,z]of posts)shadow(x,z,1,.04);s.p(fl([XL,DY+.01,DZ-.62],[XR+.6,DY+.01,DZ-.62],[XR+.6,DY+.01,DZ-.54],[XL,DY+.01,DZ-.54]),'#5a3420',.3);for(const[x,z,h]of[[-2.25,6.75,1.7],[-2.95,6.7,1.6],[-4.35,6.6,1.7],[-3.8,6.75,1.1]])s.g(s.blur(1.2),()=>shadow(x,z,h*.8,.17))});
 for(const y of[.28,.54,.8])bar([XL,DY+y,DZ],[XR,DY+y,DZ],1.8,'#54453a',.9),bar([XR,DY+y,DZ],[XR,DY+y,3.4],1.8,'#54453a',.9);
 const post=([x,z])=>{s.p(fl([x-.05,DY,z],[x+.05,DY,z],[x+.05,DY+RT,z],[x-.05,DY+RT,z]),'#6b4529');s.p(fl([x-.05,DY,z],[x-.02,DY,z],[x-.02,DY+RT,z],[x-.05,DY+RT,z]),'#d9a468')};
 for(const p of posts.slice(0,-3))post(p);
 s.p(fl([XL,DY+RT,DZ-.09],[XR+.06,DY+RT,DZ-.09],[XR+.06,DY+RT,DZ+.09],[XL,DY+RT,DZ+.09]),'#edc48c');s.p(fl([XL,DY+RT-.09,DZ-.09],[XR+.06,DY+RT-.09,DZ-.09],[XR+.06,DY+RT,DZ-.09],[XL,DY+RT,DZ-.09]),'#a06c3e');
 // visitors
 const who=(x,z,o)=>{const p=cam.p([x,DY,z]);person(s,p[0],p[1],cam.f/z*1.02,o)};
 who(-4.35,6.6,{shirt:'#fdf6e6',pants:'#2c5f66',skin:'#8f5a3a',hat:'#e9cf96',arms:[[[-.33,1.16],[-.2,1.1]],[[.32,1.14],[.2,1.06]]]});
 who(-3.8,6.75,{h:1.12,shirt:'#f0c257',pants:'#a4482a',skin:'#9a6040',arms:[[[-.3,1.3],[-.22,1.55]],[[.3,1.12],[.25,.88]]]});
 who(-2.95,6.72,{h:1.64,shirt:'#d8563a',dress:1,skin:'#b0744c',hair:'#3a2418',long:1,arms:[[[-.3,1.13],[-.19,1.02]],[[.3,1.13],[.19,1.02]]]});
 who(-2.25,6.78,{h:1.76,shirt:'#1f6d78',pants:'#d8bf8c',skin:'#8a5638',hair:'#211714',pack:'#c98a3c',arms:[[[-.31,1.12],[-.2,1.02]],[[.44,1.31],[.68,1.4]]]});
 // right-hand rail, nearest to us
 for(const p of posts.slice(-3))post(p);
 s.p(fl([XR-.08,DY+RT,DZ],[XR+.08,DY+RT,DZ],[XR+.08,DY+RT,3.2],[XR-.08,DY+RT,3.2]),'#edc48c');s.p(fl([XR+.08,DY+RT,DZ],[XR+.08,DY+RT-.08,DZ],[XR+.08,DY+RT-.08,3.2],[XR+.08,DY+RT,3.2]),'#8d5c34');
 return s.svg('Ilustração: mirante sobre o cânion de Capitólio, água verde-esmeralda e lanchas pequenas lá embaixo');
}
