// Shared by the scenes of real places: quartzite walls in perspective, leaf masses, small figures, a moored boat.
import {line3,Batch,mix,lum,lerp,clamp,poly,lens,smooth,P,n1,circ,TAU} from './lib.mjs';
export const PED={lit:['#ecca8f','#dfae6a','#d39a58','#e6bd80','#cb9258'],shade:['#7d6a64','#6c5f60','#5f5a60','#84725f','#585a60'],pale:['#f1e2bf','#e8d3a6','#dfc797','#efdcb4','#d8be90'],green:['#1f5138','#2f6b3f','#4f8c46','#8fb057'],sun:'#fff0c6',ink:'#2a2a26'};
// scalloped leaf mass, cheap outline
export function scal(x,y,rx,ry,R,n=8){const p=[],a0=R()*TAU;for(let i=0;i<n;i++){const a=a0+(i+R.r(-.22,.22))/n*TAU,q=R.r(.8,1.02);p.push([x+Math.cos(a)*rx*q,y+Math.sin(a)*ry*q,a])}
 let d='M'+P(p[0][0],p[0][1]);for(let i=0;i<n;i++){const a=p[i],b=p[(i+1)%n];let m=(a[2]+b[2]+(b[2]<a[2]?TAU:0))/2;const q=R.r(1.3,1.5);d+='Q'+P(x+Math.cos(m)*rx*q,y+Math.sin(m)*ry*q)+' '+P(b[0],b[1])}return d+'Z'}
// a bush or a crown in three tones; returns [colour,path] pairs
export function crown(x,y,r,R,g,{f=.78,n=9}={}){return [[g[0],scal(x,y,r,r*f,R,n)],[g[1],scal(x-r*.16,y-r*.2*f,r*.72,r*.52*f,R,n-1)],[g[2],scal(x-r*.32,y-r*.4*f,r*.34,r*.2*f,R,6)]]}
const soft=(s,c,o)=>{const id='r'+(++s.id);s.defs.push(`<radialGradient id="${id}"><stop offset="0" stop-color="${c}" stop-opacity="${o}"/><stop offset=".5" stop-color="${c}" stop-opacity="${n1(o*45)/100}"/><stop offset="1" stop-color="${c}" stop-opacity="0"/></radialGradient>`);return`url(#${id})`};
// soft disc of light or spray
export const glow=(s,x,y,r,c,o,sy=1)=>s.add(`<ellipse cx="${n1(x)}" cy="${n1(y)}" rx="${n1(r)}" ry="${n1(r*sy)}" fill="${soft(s,c,o)}"/>`);
export const put=(s,l,o)=>{let last=null,d='';for(const[f,q]of l){if(!q)continue;if(f!==last){if(d)s.p(d,last,o);d='';last=f}d+=q}if(d)s.p(d,last,o)};
// a row or field of crowns, back to front
export function wood(s,R,list,cols){for(const[x,y,r,k=0]of list.slice().sort((a,b)=>a[1]-b[1])){let g=cols[Math.min(k,cols.length-1)];const v=R();if(v<.3)g=[g[0],mix(g[0],g[1],.7),mix(g[1],g[2],.4)];else if(v>.82)g=[mix(g[0],g[1],.5),mix(g[1],g[2],.5),mix(g[2],'#f0e7b0',.3)];const c=crown(x,y,r,R,g,{f:R.r(.66,1.05),n:R.i(7,9)});put(s,R()<.22?c.slice(0,2):c)}}
// quartzite in blocks along a plan path. Returns sorted items [{d,f:[[fill,path]]}]
// path: [[x,z]..], side: +1 = face to the right of travel, off(i,k): outward offset, top(i), base(i), col(face) -> colour
export function rock({cam,path,side=1,strata,off,top,base=()=>0,light=[-.8,-.35],col,N,R,lip=.45,under=.55,end=.3,bush,green=PED.green,cap=6,shift}){
 const n=path.length,nor=path.map((_,i)=>{const a=path[Math.max(0,i-1)],b=path[Math.min(n-1,i+1)],dx=b[0]-a[0],dz=b[1]-a[1],l=Math.hypot(dx,dz)||1;return[side*dz/l,-side*dx/l]});
 const NS=strata.length-1,[cx,cy,cz]=cam.pos,items=[];
 const pt=(i,o,y)=>[path[i][0]+nor[i][0]*o,y,path[i][1]+nor[i][1]*o];
 const sees=(p,nx,nz)=>(cx-p[0])*nx+(cz-p[2])*nz>0;
 for(let i=0;i<n-1;i++){const H=top(i),B=base(i),f=[],sh=shift?shift(i):0,SY=k=>strata[k]+(k?sh:0);const m=[(path[i][0]+path[i+1][0])/2,(path[i][1]+path[i+1][1])/2];
  const fn=[(nor[i][0]+nor[i+1][0])/2,(nor[i][1]+nor[i+1][1])/2];const ks=[];for(let k=0;k<NS;k++)if(SY(k)<H&&SY(k+1)>B)ks.push(k);
  ks.sort((a,b)=>Math.abs(strata[b]+strata[b+1]-2*cy)-Math.abs(strata[a]+strata[a+1]-2*cy));
  if(ks.length){let mo=9;for(const k of ks)mo=Math.min(mo,off(i,k));const b0=pt(i,mo-.05,B),b1=pt(Math.min(n-1,i+1),mo-.05,B);if(sees(b0,fn[0],fn[1])){const top0=Math.min(H,SY(Math.max(...ks)+1));f.push([col({kind:'back',i,k:ks[0],y:H*.4,y0:5,y1:H,lit:fn[0]*light[0]+fn[1]*light[1],dist:Math.hypot(b0[0]-cx,b0[2]-cz)}),cam.poly([b0,b1,[b1[0],top0,b1[2]],[b0[0],top0,b0[2]]])])}}
  for(const k of ks){const y0=Math.max(SY(k),B),y1=Math.min(SY(k+1),H),o=off(i,k),ol=i>0?off(i-1,k):o-.4,or=i<n-2?off(i+1,k):o-.4,ob=k>0?off(i,k-1):o,ou=k<NS-1&&SY(k+1)<H?off(i,k+1):o-cap;
   const A=pt(i,o,y0),Bq=pt(i+1,o,y0);const ln=fn[0]*light[0]+fn[1]*light[1];const dist=Math.hypot(A[0]-cx,A[2]-cz);
   const c=(kind,d=0)=>col({kind,i,k,y:(y0+y1)/2,y0,y1,lit:ln+d,dist});
   const up=(p,y)=>[p[0],y,p[2]];
   // ends: left (i) and right (i+1)
   for(const[j,oo]of[[i,ol],[i+1,or]]){if(o-oo>.06){const a=pt(j,oo,y0),b=pt(j,o,y0);let t=[path[Math.min(n-1,i+1)][0]-path[i][0],path[Math.min(n-1,i+1)][1]-path[i][1]];const sg=j===i?-1:1;const nx=t[0]*sg,nz=t[1]*sg,l=Math.hypot(nx,nz)||1;if(sees(b,nx,nz))f.push([col({kind:'end',i,k,y:(y0+y1)/2,y0,y1,lit:(nx*light[0]+nz*light[1])/l*1.0,dist}),cam.poly([a,b,up(b,y1),up(a,y1)])])}}
   if(sees(A,fn[0],fn[1]))f.push([c('face'),cam.poly([A,Bq,up(Bq,y1),up(A,y1)])]);
   if(cy<y0&&o-ob>.07)f.push([c('under'),cam.poly([pt(i,ob,y0),pt(i+1,ob,y0),Bq,A])]);
   if(cy>y1&&o-ou>.04)f.push([c('top'),cam.poly([pt(i,o,y1),pt(i+1,o,y1),pt(i+1,ou,y1),pt(i,ou,y1)])]);
   else if(lip&&o-ou>.12&&ln>-.1&&k<NS-1&&SY(k+1)<H){const h=Math.min((y1-y0)*.16,lip);f.push([c('lip'),cam.poly([pt(i,o,y1-h),pt(i+1,o,y1-h),pt(i+1,o,y1),pt(i,o,y1)])])}
   if(bush&&o-ou>.2&&k<NS-1&&SY(k+1)<H){const b=bush({i,k,y1,o,ou,dist,p:cam.p(pt(i,lerp(o,ou,.35),y1)),u:cam.f/Math.max(.5,cam.depth(pt(i,o,y1)))});if(b)f.push(...b)}
  }
  items.push({d:Math.hypot(m[0]-cx,m[1]-cz),f,i})}
 return {items,pt,nor}}
export const box4=d=>{const v=d.match(/-?\d*\.?\d+/g).map(Number);let a=1e9,b=1e9,c=-1e9,e=-1e9;for(let i=0;i+1<v.length;i+=2){a=Math.min(a,v[i]);c=Math.max(c,v[i]);b=Math.min(b,v[i+1]);e=Math.max(e,v[i+1])}return[a,b,c,e]};
// far to near; what lies off the sheet or behind `hide(box)` is left out
export function paint(s,items,hide){let last=null,d='';const fl=()=>{if(d)s.p(d,last);d='';last=null};for(const it of items.slice().sort((a,b)=>b.d-a.d)){if(it.fn){fl();it.fn();continue}for(const[f,q]of it.f){if(!q)continue;const b=box4(q);if(b[2]<-2||b[0]>s.w+2||b[3]<-2||b[1]>s.h+2||(hide&&hide(b)))continue;if((b[2]-b[0])*(b[3]-b[1])<5)continue;if(f!==last){fl();last=f}d+=q}}fl()}
export const mkStrata=(R,H,a,b)=>{const o=[0];while(o.at(-1)<H)o.push(o.at(-1)+R.r(a,b));return o};
// dense path with uneven steps through control points
export function walk(ctrl,R,a,b){const L=[];let len=0;for(let i=1;i<ctrl.length;i++){len+=Math.hypot(ctrl[i][0]-ctrl[i-1][0],ctrl[i][1]-ctrl[i-1][1])}
 const cr=(t)=>{const n=ctrl.length-1,u=clamp(t)*n,i=Math.min(n-1,Math.floor(u)),f=u-i,g=j=>ctrl[clamp(j,0,n)],p=[g(i-1),g(i),g(i+1),g(i+2)];return[0,1].map(k=>.5*(2*p[1][k]+(p[2][k]-p[0][k])*f+(2*p[0][k]-5*p[1][k]+4*p[2][k]-p[3][k])*f*f+(3*p[1][k]-p[0][k]-3*p[2][k]+p[3][k])*f*f*f))};
 const M=400,S=[cr(0)];let acc=0,next=0;L.push(S[0]);next=R.r(a,b);for(let i=1;i<=M;i++){const p=cr(i/M),q=S.at(-1);acc+=Math.hypot(p[0]-q[0],p[1]-q[1]);S.push(p);const sc=typeof next==='number'?next:1;if(acc>=sc){L.push(p);acc=0;next=R.r(a,b)}}return L}
// standing figure, metres; y at the feet, k px per metre
export function person(s,x,y,k,o={}){const{h=1.7,shirt='#d8563a',pants='#2c4f57',skin='#a86c46',hair='#2b1d18',hat,long,back=true,arms=[[[-.27,1.12],[-.25,.88]],[[.27,1.12],[.25,.88]]],bare,dress,sit,pack,lean=0,step=0}=o;const q=h/1.7*k,S=(a,b)=>[x+(a+lean*b)*q,y-b*q],sk2=mix(skin,'#2a1712',.28);
 const W=v=>n1(Math.max(.7,v*q));const legc=bare||dress?skin:pants;
 s.p(poly([S(-.13,.86),S(-.005,.86),S(-.03-step*.5,.03),S(-.13-step,.03)]),legc);s.p(poly([S(.005,.86),S(.13,.86),S(.13+step,.03),S(.03+step*.5,.03)]),mix(legc,'#142a2c',.25));
 s.p(lens(...S(-.09-step*.7,.03),.085*q,.035*q)+lens(...S(.09+step*.7,.03),.085*q,.035*q),'#3a2a22');
 if(!dress)s.p(poly([S(-.16,.98),S(.16,.98),S(.16,bare?.66:.5),S(.01,bare?.66:.5),S(0,.72),S(-.01,bare?.66:.5),S(-.16,bare?.66:.5)]),pants);
 for(const[e,hd]of arms)s.s(`M${P(...S(Math.sign(e[0])*.185,1.32))}L${P(...S(...e))}L${P(...S(...hd))}`,e[0]>0?sk2:skin,W(.085),1,'stroke-linejoin="round"');
 const top=bare===2?skin:shirt,low=dress?.52:.88,lw=dress?.27:.16;
 s.p(`M${P(...S(-lw,low))}C${P(...S(-.17,1.02))} ${P(...S(-.2,1.16))} ${P(...S(-.21,1.32))}Q${P(...S(-.16,1.41))} ${P(...S(-.05,1.42))}L${P(...S(.05,1.42))}Q${P(...S(.16,1.41))} ${P(...S(.21,1.32))}C${P(...S(.2,1.16))} ${P(...S(.17,1.02))} ${P(...S(lw,low))}Z`,top);
 s.p(`M${P(...S(lw,low))}C${P(...S(.17,1.02))} ${P(...S(.2,1.16))} ${P(...S(.21,1.32))}Q${P(...S(.16,1.41))} ${P(...S(.06,1.42))}C${P(...S(.11,1.2))} ${P(...S(.09,1.02))} ${P(...S(.07,low))}Z`,mix(top,'#102d2e',.26));
 for(const[e]of arms)s.s(`M${P(...S(Math.sign(e[0])*.175,1.335))}L${P(...S(lerp(Math.sign(e[0])*.185,e[0],.5),lerp(1.32,e[1],.5)))}`,bare===2?skin:(e[0]>0?mix(shirt,'#102d2e',.26):shirt),W(.11));
 if(pack){s.p(`M${P(...S(-.15,.98))}Q${P(...S(-.18,1.38))} ${P(...S(0,1.39))}Q${P(...S(.18,1.38))} ${P(...S(.15,.98))}Z`,pack);s.p(poly([S(.04,.98),S(.15,.98),S(.15,1.25),S(.07,1.36)]),mix(pack,'#102d2e',.3));s.p(poly([S(-.09,1.02),S(.07,1.02),S(.07,1.15),S(-.09,1.15)]),mix(pack,'#fff0c6',.22))}
 s.p(poly([S(-.045,1.38),S(.045,1.38),S(.04,1.5),S(-.04,1.5)]),sk2);s.p(circ(...S(0,1.56),.112*q),skin);
 if(hat){s.p(`M${P(...S(-.115,1.58))}Q${P(...S(-.1,1.76))} ${P(...S(0,1.76))}Q${P(...S(.1,1.76))} ${P(...S(.115,1.58))}Z`,hat);s.p(lens(...S(0,1.59),.24*q,.055*q),mix(hat,'#fff0c6',.25));if(back)s.p(`M${P(...S(-.105,1.57))}L${P(...S(.105,1.57))}Q${P(...S(.1,1.46))} ${P(...S(0,long?1.2:1.46))}Q${P(...S(-.1,1.46))} ${P(...S(-.105,1.57))}Z`,hair)}
 else if(back)s.p(`M${P(...S(-.118,1.52))}C${P(...S(-.15,1.74))} ${P(...S(.15,1.74))} ${P(...S(.118,1.52))}${long?`C${P(...S(.15,1.36))} ${P(...S(.1,1.16))} ${P(...S(.03,1.14))}L${P(...S(-.05,1.16))}C${P(...S(-.12,1.2))} ${P(...S(-.15,1.36))} ${P(...S(-.118,1.52))}`:`Q${P(...S(.07,1.46))} ${P(...S(0,1.47))}Q${P(...S(-.07,1.46))} ${P(...S(-.118,1.52))}`}Z`,hair);
 else s.p(`M${P(...S(-.122,1.54))}C${P(...S(-.15,1.74))} ${P(...S(.14,1.75))} ${P(...S(.12,1.55))}Q${P(...S(.06,1.65))} ${P(...S(-.04,1.64))}Q${P(...S(-.1,1.63))} ${P(...S(-.122,1.54))}Z`,hair)}
// bather up to the chest in water; k = px per metre
export function bather(s,x,y,k,o={}){const{skin='#a9714a',hair='#2b1d18',suit,deep=.34,foam='#e9f7e8',arm}=o,r=.115*k;const h=deep*k;
 s.p(lens(x,y,.5*k,.075*k)+lens(x+.06*k,y+.14*k,.36*k,.045*k),foam,.6);
 if(arm)s.s(`M${P(x+arm[0]*.2*k,y-h*.75)}L${P(x+arm[0]*.34*k,y-h*.9-arm[1]*.2*k)}L${P(x+arm[0]*.3*k,y-h-arm[1]*.42*k)}`,skin,n1(.085*k),1,'stroke-linejoin="round"');
 s.p(`M${P(x-.22*k,y)}Q${P(x-.22*k,y-h)} ${P(x-.05*k,y-h)}L${P(x+.05*k,y-h)}Q${P(x+.22*k,y-h)} ${P(x+.22*k,y)}Z`,suit||skin);s.p(`M${P(x+.05*k,y-h)}Q${P(x+.22*k,y-h)} ${P(x+.22*k,y)}L${P(x+.08*k,y)}Q${P(x+.12*k,y-h*.6)} ${P(x+.05*k,y-h)}Z`,mix(suit||skin,'#2a1712',.25));
 const hy=y-h-r*1.15;s.p(poly([[x-r*.4,y-h+1],[x+r*.4,y-h+1],[x+r*.36,hy],[x-r*.36,hy]]),mix(skin,'#2a1712',.3));s.p(circ(x,hy,r),skin);s.p(`M${P(x-r*1.06,hy+r*.2)}C${P(x-r*1.3,hy-r*1.5)} ${P(x+r*1.3,hy-r*1.5)} ${P(x+r*1.06,hy+r*.1)}Q${P(x+r*.5,hy-r*.75)} ${P(x-r*.3,hy-r*.6)}Q${P(x-r*.9,hy-r*.5)} ${P(x-r*1.06,hy+r*.2)}Z`,hair)}
// faceted boulder lit from the upper left; wet=colour of the foot
export function boulder(s,R,x,y,w,h,{k=0,dark='#15302c',moss='#4f8c46',wet='#0a312e',lit='#efd5a2',mid='#c29a66',low='#6a5a48',line='#dff2dc'}={}){const n=12,p=[];for(let i=0;i<n;i++){const a=Math.PI+i/(n-1)*Math.PI;p.push([x+Math.cos(a)*w*R.r(.92,1.06),y+Math.sin(a)*h*R.r(.84,1.06)])}
 if(wet)s.p(lens(x,y+h*.06,w*1.12,h*.12),wet,.5);s.p(poly(p),s.grad([[0,mix(mid,dark,k)],[1,mix(low,dark,k)]],0,y-h,0,y));
 const c1=[x-w*.06,y-h*.56],c2=[x-w*.5,y-h*.48],c3=[x+w*.18,y-h*.44];s.p(poly([p[2],p[3],p[4],p[5],c1,c2]),mix(lit,dark,k),.92);s.p(poly([p[5],p[6],p[7],c3,c1]),mix(mix(lit,mid,.5),dark,k),.9);s.p(poly([p[7],p[8],p[9],p[10],p[11],[x+w*.34,y],c3]),mix('#4b463e',dark,k),.62);
 if(moss)s.p(scal(x-w*.25,y-h*.93,w*.3,h*.09,R,6),mix(moss,dark,k));if(line)s.s(`M${P(x-w*1.02,y+1)}Q${P(x,y+h*.09)} ${P(x+w*1.02,y+1)}`,line,1.4,.55)}
// falling sheet between two screen points
export function fall(s,R,N,a,b,w0,w1,{n=24,seed=1,top='#ffffff',bot='#dcefe6',vein='#9fcabd',halo=.3,wob=.1,m=1,pow=.8}={}){const ed=(sg,k)=>{const o=[];for(let i=0;i<=14;i++){const t=i/14;o.push([lerp(a[0],b[0],t)+sg*lerp(w0,w1,Math.pow(t,pow))*k*(1+wob*N.fbm(t*11+sg*5+seed*3.1+k,2)),lerp(a[1],b[1],t)])}return o},sh=k=>smooth(ed(-1,k))+smooth(ed(1,k).reverse()).replace('M','L')+'Z';
 if(halo)s.p(sh(1.5),'#d6e8de',halo);s.p(sh(1),s.grad([[0,top],[.6,'#f3f9f2'],[1,bot]],0,a[1],0,b[1]));let d='',e='';for(let i=0;i<n;i++){const u=R.r(-.85,.85),t=R.r(0,.7),v=Math.min(1,t+R.r(.1,.3)),X=q=>lerp(a[0],b[0],q)+u*lerp(w0,w1,Math.pow(q,pow)),Y=q=>lerp(a[1],b[1],q),seg=`M${P(X(t),Y(t))}L${P(X(v),Y(v))}`;i%2?d+=seg:e+=seg}
 s.s(d,vein,n1(1.3*m),.65);s.s(e,'#ffffff',n1(1.9*m),.9)}
// open launch of the lake at rest: u forward, v starboard, y up (the hull of lancha.mjs)
export function launch(s,cam,{O,ph,band='#1d6f76',canopy=['#2f8e8f','#2a8586','#247a7c','#1f6f72','#1a6468']}){const PT=.01;
 const c0=Math.cos(ph),s0=Math.sin(ph);
 const W=(u,v,y)=>[O[0]+u*c0-v*s0,y+u*PT+.06,O[2]-u*s0-v*c0],W0=(u,v,y=0)=>[O[0]+u*c0-v*s0,y,O[2]-u*s0-v*c0];
 const q=(p,f,o)=>s.p(cam.poly(p.map(a=>W(...a))),f,o),pt=(...a)=>cam.p(W(...a)),ln=(p,c,w,o)=>s.s(line3(cam,p.map(a=>W(...a))),c,w,o);
 const B=u=>{const t=clamp((u-.2)/3.3);return 1.22*(1-Math.pow(t,2.3))*(u<-1.5?lerp(1,.95,(-1.5-u)/1.5):1)},SH=u=>.78+.05*clamp((u+3)/6)+.2*Math.pow(clamp((u-.5)/3),1.6),CHB=u=>B(u-.35)*.86*(u>3.1?.4:1),CHY=u=>.2+.34*Math.pow(clamp((u-.8)/2.6),1.7),CU=u=>u-.55*Math.pow(clamp((u-1.8)/1.7),1.5),U=[];for(let i=0;i<=26;i++)U.push(lerp(-2.9,3.5,i/26));
 s.p(cam.poly([W0(-3.1,-1.2),W0(-3.1,1.7),W0(.6,1.9),W0(2.4,1.1),W0(3,.2),W0(1.5,-1)]),'#07454a',.5);
 const strip=(fa,fb,col)=>q([...U.map(u=>fa(u)),...U.slice().reverse().map(u=>fb(u))],col);
 {box2(-3.35,-2.95,-.2,.2,.1,1.0,'#33474c','#22343a','#1a2a30');box2(-3.5,-2.95,-.26,.26,.85,1.28,'#4b636a','#2b3f46','#1f3036')}
 function box2(u0,u1,v0,v1,y0,y1,top,front,side){q([[u1,v0,y0],[u1,v1,y0],[u1,v1,y1],[u1,v0,y1]],front);q([[u0,v1,y0],[u1,v1,y0],[u1,v1,y1],[u0,v1,y1]],side);q([[u0,v0,y1],[u1,v0,y1],[u1,v1,y1],[u0,v1,y1]],top)}
 // deck and cockpit
 q([...U.map(u=>[u,B(u),SH(u)]),...U.slice().reverse().map(u=>[u,-B(u),SH(u)])],'#fdf8ea');
 q([...U.filter(u=>u>1).map(u=>[u,B(u)*.82,SH(u)+.01]),...U.filter(u=>u>1).reverse().map(u=>[u,-B(u)*.82,SH(u)+.01])],'#f1e4c4');for(const v of[-.5,0,.5])ln(U.filter(u=>u>1.25&&u<3.2&&Math.abs(v)<B(u)*.7).map(u=>[u,v,SH(u)+.015]),'#d9c496',1.2,.9);
 const ck=U.filter(u=>u>-2.75&&u<1.1),inn=.17,fl=.3;const cockpit=cam.poly([...ck.map(u=>[u,B(u)-inn,SH(u)]),...ck.slice().reverse().map(u=>[u,-B(u)+inn,SH(u)])].map(a=>W(...a)));
 const dU=(u0,u1,v0,v1,y0,y1,c)=>box2(u0,u1,v0,v1,y0,y1,...c);
 s.p(cockpit,'#6b4a34');
 s.inClip(cockpit,()=>{q([[-2.8,-1.2,fl],[1.4,-1.2,fl],[1.4,1.3,fl],[-2.8,1.3,fl]],'#c98f58');for(let v=-1.1;v<1.2;v+=.16)ln([[-2.8,v,fl],[1.4,v,fl]],'#94633a',1,.6);
  q([...ck.map(u=>[u,-B(u)+inn,SH(u)]),...ck.slice().reverse().map(u=>[u,-B(u)+inn,fl])],'#e2d5b6');q([...ck.map(u=>[u,-B(u)+inn,.62]),...ck.slice().reverse().map(u=>[u,-B(u)+inn,.5])],band,.8);
  q([[-2.6,-1.1,fl],[-2.6,1.1,fl],[-2.6,1.1,.9],[-2.6,-1.1,.9]],'#d3c4a2')});
 ln(ck.map(u=>[u,-B(u)+inn,SH(u)]),'#b89c6a',1.2,.8);
 dU(-2.55,-1.85,-.98,.98,fl,.66,['#fbf1dc','#d9c7a0','#c9b48c']);dU(-2.62,-2.4,-1.0,1.0,.62,1.06,['#fdf6e4','#e9d9b4','#cbb58a']);ln([[-2.39,-.98,.86],[-2.39,.98,.86]],'#c98a3c',2.6,.9);
 const cy=2.28,ca=-2.0,cb=.55,cv=1.0;ln([[-2.2,-B(-2.2)+.06,SH(-2.2)],[ca+.2,-cv,cy]],'#c9cfc6',2.2);ln([[.2,-B(.2)+.06,SH(.2)],[cb-.1,-cv,cy]],'#c9cfc6',2.2);
 for(const v of[-.82,.22]){dU(-.75,-.2,v,v+.6,fl,.72,['#fbf1dc','#d9c7a0','#c9b48c']);dU(-.82,-.66,v,v+.6,.7,1.18,['#fdf6e4','#e9d9b4','#cbb58a'])}
 dU(.5,1.1,-.9,.9,fl,.96,['#f3e6c8','#e0d0ab','#cbb88e']);
 q([...ck.map(u=>[u,B(u),SH(u)]),...ck.slice().reverse().map(u=>[u,B(u)-inn,SH(u)])],'#fdf8ea');ln(ck.map(u=>[u,B(u)-inn,SH(u)]),'#b89c6a',1.2,.8);
 strip(u=>[CU(u),CHB(u),CHY(u)],u=>[Math.min(CU(u),2.35),CHB(u)*.62,-.06-u*PT],s.grad([[0,'#cfdcd4'],[.6,'#9dbbb4'],[1,'#5f9a92']],0,pt(2.6,.3,.5)[1],0,cam.p(W0(1.5,.8))[1]));
 strip(u=>[u,B(u),SH(u)],u=>[CU(u),CHB(u),CHY(u)],s.grad([[0,'#e9e4d3'],[.5,'#fbf7ea'],[1,'#ffffff']],pt(-2.9,1.2,.5)[0],0,pt(3.4,0,.8)[0],0));
 const mid=(u,t)=>[lerp(CU(u),u,t),lerp(CHB(u),B(u),t),lerp(CHY(u),SH(u),t)];
 strip(u=>mid(u,.6),u=>mid(u,.26),band);strip(u=>mid(u,.64),u=>mid(u,.6),'#d9963e');strip(u=>mid(u,.1),u=>mid(u,0),'#d3dcd2');
 strip(u=>[u,B(u)+.02,SH(u)+.02],u=>[u,B(u)+.02,SH(u)-.07],'#f3dcae');
 ln(U.map(u=>[u,B(u)+.02,SH(u)-.07]),'#a9885a',1.2,.8);
 // windscreen
 {const base=[[.35,-1.04],[1.0,-.78],[1.28,0],[1.0,.78],[.35,1.04]],tp=base.map(([u,v])=>[u-.38,v*.9]);for(let i=0;i<4;i++){const a=base[i],b=base[i+1],c=tp[i+1],d=tp[i];q([[a[0],a[1],SH(a[0])+.02],[b[0],b[1],SH(b[0])+.02],[c[0],c[1],1.42],[d[0],d[1],1.42]],i<2?'#cfeae2':'#9fd0cc',.5);ln([[a[0],a[1],SH(a[0])+.02],[d[0],d[1],1.42]],'#4a5f62',1.6,.9)}ln([[.35,1.04,SH(.35)],[tp[4][0],tp[4][1],1.42]],'#4a5f62',2);ln(tp.map(([u,v])=>[u,v,1.42]),'#f4f1e2',3);ln(base.map(([u,v])=>[u,v,SH(u)+.02]),'#4a5f62',1.8);q([[1.22,.2,1.0],[1.1,.56,1.0],[.78,.5,1.4],[.88,.2,1.4]],'#ffffff',.45)}
 // canopy
 {const up=(u,v)=>cy+.12*(1-Math.pow(v/cv,2))+.05*Math.sin((u-ca)/(cb-ca)*Math.PI);const us=[0,.25,.5,.75,1].map(t=>lerp(ca,cb,t)),vs=[-1,-.6,-.2,.2,.6,1].map(t=>t*cv);
  q([...us.map(u=>[u,cv,up(u,cv)]),...us.slice().reverse().map(u=>[u,-cv,up(u,-cv)])],'#0f4a50');
  const cols=canopy;for(let i=0;i<5;i++)q([...us.map(u=>[u,vs[i],up(u,vs[i])]),...us.slice().reverse().map(u=>[u,vs[i+1],up(u,vs[i+1])])],cols[i]);
  q([...us.map(u=>[u,cv,up(u,cv)]),...us.slice().reverse().map(u=>[u,cv,up(u,cv)-.1])],'#f3dcae');q([...vs.map(v=>[cb,v,up(cb,v)]),...vs.slice().reverse().map(v=>[cb,v,up(cb,v)-.1])],'#f9e9c6');ln(vs.map(v=>[lerp(ca,cb,.5),v,up(lerp(ca,cb,.5),v)]),mix(canopy[4],'#5a4020',.35),1.4,.7);
  ln([[-2.2,B(-2.2)-.04,SH(-2.2)],[ca+.2,cv,cy-.08]],'#e6e8dc',2.8);ln([[.2,B(.2)-.04,SH(.2)],[cb-.1,cv,cy-.08]],'#e6e8dc',2.8);ln([[-1.0,B(-1)-.04,SH(-1)],[ca+.5,cv,cy-.08]],'#e6e8dc',2)}
 for(const sg of[-1,1]){const us=[1.3,1.9,2.5,3.0,3.3];ln(us.map((u,i)=>[u,sg*B(u)*.94,SH(u)+(i?.3:.02)]),'#dfe5dc',2.2);for(const u of us.slice(1))ln([[u,sg*B(u)*.94,SH(u)],[u,sg*B(u)*.94,SH(u)+.3]],'#c9d2c9',1.5)}
 ln([[3.3,-B(3.3)*.94,SH(3.3)+.3],[3.42,0,SH(3.4)+.3],[3.3,B(3.3)*.94,SH(3.3)+.3]],'#dfe5dc',2.2);
 return{pt,W,W0}}
